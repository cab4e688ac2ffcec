; wrong: the argument is read where it happens to be in the usual place
;! routine: TEST
;! cpu: z80
;! org: 8000H
;! in: (SP+2) = x
;! out: A = y
;! ensures: y = x
TEST:   LD   A,(0EFFFH)
        RET
