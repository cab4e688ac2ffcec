; refused: a register is named twice
;! routine: TEST
;! cpu: z80
;! org: 8000H
;! in: B/B = n
;! out: A = m
;! ensures: m = n mod 256
TEST:   RET
