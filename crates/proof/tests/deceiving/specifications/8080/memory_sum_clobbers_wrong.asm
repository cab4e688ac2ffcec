; wrong: memory before the named one changes
;! routine: TEST
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: (BF+2:2)
;! ensures: y = x
TEST:   STA  BF+1
        RET
BF      EQU  2000H
