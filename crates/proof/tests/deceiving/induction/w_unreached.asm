; wrong
;! routine: UR
;! cpu: 8080
;! org: 0100H
;! in: B = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = x
;! at: NEVER: B = n
;! invariant: n <> n
;! decreases: n
UR:     MVI A,0
        RET
NEVER:  RET
