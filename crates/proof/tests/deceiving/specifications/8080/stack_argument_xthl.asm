; holds: XTHL exchanges the return address with the argument
;! routine: TEST
;! cpu: 8080
;! org: 0100H
;! in: (SP+2:2) = x
;! out: HL = y
;! clobbers: none
;! pops: 2
;! ensures: y = x
TEST:   POP  H
        XTHL
        RET
