; reference: swaps bytes
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = x
;! out: DE = z
R:      MOV D,L
        MOV E,H
        RET
