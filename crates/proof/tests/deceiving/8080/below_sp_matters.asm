; wrong: reads the byte below SP, which is unknown
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
R:      XCHG
        LXI H,-1
        DAD SP
        MOV A,M
        XCHG
        ORA A
        RZ
        MOV A,H
        MOV H,L
        MOV L,A
        RET
