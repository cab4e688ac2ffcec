; holds: memory at a distance from a symbol may change
;! routine: TEST
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: (BF+2:2)
;! ensures: y = x
TEST:   STA  BF+2
        STA  BF+3
        RET
BF      EQU  2000H
