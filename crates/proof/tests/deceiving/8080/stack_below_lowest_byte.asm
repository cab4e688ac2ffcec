; wrong: writes at SP-257
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
R:      XCHG
        LXI H,-257
        DAD SP
        MVI M,0
        MOV L,D
        MOV H,E
        RET
