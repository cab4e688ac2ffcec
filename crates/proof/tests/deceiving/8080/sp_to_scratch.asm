; holds: stack moved to declared scratch memory, SP kept in declared memory
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F, (SAVE:2), (LOWEST:8)
;! oracle: f2_half
R:      XCHG
        LXI H,0
        DAD SP
        SHLD SAVE
        LXI SP,LOWEST+8
        PUSH D
        PUSH D
        POP D
        POP D
        LHLD SAVE
        SPHL
        MOV L,D
        MOV H,E
        RET
SAVE:   DW 0
LOWEST: DS 8
