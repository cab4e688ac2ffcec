; reference: the return address
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: HL
R:      POP H
        PUSH H
        MOV A,L
        RET
