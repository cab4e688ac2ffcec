; wrong: SP kept in sheet bytes that are not in clobbers
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
R:      XCHG
        LXI H,0
        DAD SP
        SHLD SAVE
        LXI SP,TAB
        POP H
        LHLD SAVE
        SPHL
        MOV L,D
        MOV H,E
        RET
SAVE:   DW 0
TAB:    DW 1234H
