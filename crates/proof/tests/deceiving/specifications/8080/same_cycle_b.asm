; refused: b is compared with a, a with b
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! same-as: ../8080/./same_cycle_a.asm
R:      RET
