; holds: it reads what it pushed
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! same-as: ref_below_self.asm
R:      RET
