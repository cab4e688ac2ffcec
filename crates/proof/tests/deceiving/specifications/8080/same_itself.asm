; refused: compared with itself
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! same-as: same_itself.asm
R:      RET
