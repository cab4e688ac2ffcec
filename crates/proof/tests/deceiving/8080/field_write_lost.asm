; wrong: the second write through DE hits byte 0 again if E was FF (INR E)
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, D, E, F
;! oracle: f2_half
R:      MOV D,H
        MOV E,L
        INR E
        LDAX D
        MOV B,A
        MOV A,M
        STAX D
        MOV M,B
        RET
