; wrong: does nothing if SP=0100, which has 256 bytes below it (sheet at 0200)
;! routine: R
;! cpu: 8080
;! org: 0200H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
R:      XCHG
        LXI H,0
        DAD SP
        DCR H
        MOV A,H
        ORA L
        XCHG
        RZ
        MOV A,H
        MOV H,L
        MOV L,A
        RET
