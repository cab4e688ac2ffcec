; cycles sampled: negative cycles remain, which a range that is too wide would hide
;! routine: NEG
;! cpu: 8080
;! org: 0100H
;! in: B = n
;! out: B = y
;! clobbers: F
;! requires: n > 0
;! ensures: y = 0
;! at: LOOP: B = i
;! invariant: i > 0
;! decreases: i
;! remaining: 0, 15 * i - 300
;! cycles: 0-4000
NEG:    NOP
LOOP:   DCR  B
        JNZ  LOOP
        RET
