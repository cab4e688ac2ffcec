; wrong: the reference violates its own contract for 77
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! same-as: ref_breaks_rarely.asm
R:      RET
