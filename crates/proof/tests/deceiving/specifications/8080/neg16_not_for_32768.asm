; wrong: negates: not for -32768
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = x
;! out: HL = z
;! clobbers: A, F
;! ensures: signed(z) = -signed(x)
R:      MOV A,L
        CMA
        MOV L,A
        MOV A,H
        CMA
        MOV H,A
        INX H
        RET
