; reference: changes its own operand and restores it
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
R:      PUSH H
        LXI H,T+1
        MOV M,A
        XRA A
T:      ADI 0
        MVI M,0
        POP H
        RET
