; refused: an unknown symbol in a sum
;! routine: TEST
;! cpu: 8080
;! org: 0100H
;! in: (BF+SIZE:2) = n
;! out: A = y
;! ensures: y = n mod 256
TEST:   RET
BF      EQU  2000H
