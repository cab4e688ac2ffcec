; reference: the low byte of an address
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> b:2
;! out: A = z
R:      MOV A,L
        RET
