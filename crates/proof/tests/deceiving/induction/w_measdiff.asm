; wrong
;! routine: W_MEASDIFF
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, C, F
;! ensures: y = 0
;! at: LOOP: BC = n
;! decreases: high(n) - 1
W_MEASDIFF: XRA A
 INR C
LOOP: DCR B
 RZ
 JMP LOOP
