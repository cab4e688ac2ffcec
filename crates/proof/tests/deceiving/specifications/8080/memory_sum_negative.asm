; refused: an address below 0
;! routine: TEST
;! cpu: 8080
;! org: 0100H
;! in: (BF-3000H) = n
;! out: A = y
;! ensures: y = n
TEST:   RET
BF      EQU  2000H
