; refused: two arguments share a byte
;! routine: TEST
;! cpu: z80
;! org: 8000H
;! in: (SP+2:2) = x, (SP+3) = y
;! out: A = z
;! ensures: z = y
TEST:   RET
