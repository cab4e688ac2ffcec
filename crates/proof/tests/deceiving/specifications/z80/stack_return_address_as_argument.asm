; refused: the return address is no argument
;! routine: TEST
;! cpu: z80
;! org: 8000H
;! in: (SP+1) = x
;! out: A = y
;! ensures: y = x
TEST:   RET
