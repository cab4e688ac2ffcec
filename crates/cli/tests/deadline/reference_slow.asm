;! routine: TWICE
;! cpu: 8080
;! org: 0100H
;! title: The same as a routine that takes long
;! in: B = x
;! out: B = y
;! clobbers: A, F, C, D, E, H, L
;! same-as: delay.asm
TWICE:  RET
