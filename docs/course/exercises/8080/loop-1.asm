;! routine: LOOP1
;! cpu: 8080
;! org: 0100H
;! title: Adds the numbers from 1 to n
;! in: B = n
;! out: A = y
;! clobbers: B, C, D, E, H, L, F
;! requires: n > 0
;! ensures: y = n * (n + 1) / 2 mod 256
; n + ... + 2 + 1 is the same sum.
LOOP1:
        ; Your instructions come here.
        RET
