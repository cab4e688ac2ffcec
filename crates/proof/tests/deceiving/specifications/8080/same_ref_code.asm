; wrong: the reference adds what the last call left in its operand
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! same-as: ref_code.asm
R:      RET
