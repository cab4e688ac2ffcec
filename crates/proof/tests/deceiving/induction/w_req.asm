; wrong
;! routine: W_REQ
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, F
;! requires: x < 0
;! ensures: y = 0
;! at: LOOP: B = n
;! decreases: n
W_REQ: NOP
LOOP: MVI A,1
 RET
