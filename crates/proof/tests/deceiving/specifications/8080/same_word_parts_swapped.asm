; wrong: the bytes are not swapped
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: B = x.1, C = x.0
;! out: B = z.1, C = z.0
;! same-as: ref_word.asm
R:      RET
