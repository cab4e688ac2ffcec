; wrong
;! routine: ZO
;! cpu: 8080
;! org: 0100H
;! in: B = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = x
;! at: LOOP: B = n
;! invariant: 0 = 1
;! decreases: n
ZO:     MVI A,0
LOOP:   DCR B
        JNZ LOOP
        RET
