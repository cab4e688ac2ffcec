; wrong: takes AC after SUB for the borrow, as on the Z80's H
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, C, D, F
;! oracle: f2_half
R:      MVI A,10H
        SUI 1
        PUSH PSW
        POP B
        MOV A,C
        ANI 10H
        RZ
        MOV A,H
        MOV H,L
        MOV L,A
        RET
