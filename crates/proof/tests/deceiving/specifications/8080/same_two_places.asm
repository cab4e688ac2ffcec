; wrong: the reference gives two values
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! same-as: ref_two_places.asm
R:      RET
