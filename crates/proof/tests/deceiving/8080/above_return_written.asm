; wrong: overwrites the caller's byte above the return address
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, D, E, F
;! oracle: f2_half
R:      XCHG
        LXI H,2
        DAD SP
        MVI M,0
        XCHG
        MOV A,H
        MOV H,L
        MOV L,A
        RET
