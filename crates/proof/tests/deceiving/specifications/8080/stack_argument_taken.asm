; holds: the argument is taken from the stack, as the header says
;! routine: TEST
;! cpu: 8080
;! org: 0100H
;! in: (SP+2:2) = x
;! out: HL = y
;! clobbers: DE
;! pops: 2
;! ensures: y = x
TEST:   POP  D
        POP  H
        PUSH D
        RET
