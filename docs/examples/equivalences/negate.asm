;! routine: NEGATE
;! cpu: 8080
;! org: 0100H
;! title: Negates a word; no specification
;! in: HL = x
;! out: HL = y
;! clobbers: A
NEGATE: MOV  A,L
        CMA
        MOV  L,A
        MOV  A,H
        CMA
        MOV  H,A
        INX  H
        RET
