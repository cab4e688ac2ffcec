; reference: reads below SP what it pushed
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: HL, F
R:      PUSH PSW
        INX SP
        INX SP
        DCX SP
        DCX SP
        POP H
        MOV A,H
        RET
