; wrong
;! routine: W_REC
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, C, F
;! ensures: y = 0
;! at: SUB: BC = v
;! decreases: high(v)
W_REC: CALL SUB
 XRA A
 RET
SUB: DCR B
 RZ
 CALL SUB
 RET
