; holds
;! routine: R_CALL2
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, C, F
;! ensures: y = 0
;! at: SUB: BC = v
;! decreases: 0
R_CALL2: CALL SUB
 XRA A
 RET
SUB: NOP
 RET
