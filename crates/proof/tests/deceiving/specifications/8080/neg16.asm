; holds: negates
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = x
;! out: HL = z
;! clobbers: A, F
;! ensures: z = -x mod 65536
R:      MOV A,L
        CMA
        MOV L,A
        MOV A,H
        CMA
        MOV H,A
        INX H
        RET
