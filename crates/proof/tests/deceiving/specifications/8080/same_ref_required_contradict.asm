; wrong: no input satisfies both conditions
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! requires: x = 255
;! same-as: ref_endless_required.asm
R:      RET
