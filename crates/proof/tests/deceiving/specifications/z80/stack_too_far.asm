; refused: an argument is far away
;! routine: TEST
;! cpu: z80
;! org: 8000H
;! in: (SP+200) = x
;! out: A = z
;! ensures: z = x
TEST:   RET
