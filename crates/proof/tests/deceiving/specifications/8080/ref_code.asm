; reference: changes its own operand
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: (T:2), F
R:      PUSH H
        LXI H,T+1
T:      ADI 0
        MOV M,A
        POP H
        RET
