; reference: what is below the stack pointer
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: HL
R:      DCX SP
        DCX SP
        POP H
        MOV A,L
        RET
