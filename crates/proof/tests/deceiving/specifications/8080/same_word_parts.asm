; holds: bytes in other registers
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: B = x.1, C = x.0
;! out: B = z.0, C = z.1
;! same-as: ref_word.asm
R:      RET
