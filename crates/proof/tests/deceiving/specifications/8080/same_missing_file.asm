; refused: no such file
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! same-as: nothing.asm
R:      RET
