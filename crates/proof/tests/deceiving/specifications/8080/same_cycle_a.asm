; refused: a is compared with b, b with a
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! same-as: same_cycle_b.asm
R:      RET
