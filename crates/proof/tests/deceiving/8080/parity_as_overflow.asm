; wrong: expects overflow in P as on the Z80
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
R:      MVI A,7FH
        ADI 1
        RPO
        MOV A,H
        MOV H,L
        MOV L,A
        RET
