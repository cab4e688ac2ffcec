;! routine: LOOP2
;! cpu: 8080
;! org: 0100H
;! title: Multiplies two bytes by adding one of them n times
;! in: B = n, C = x
;! out: A = y
;! clobbers: B, C, D, E, H, L, F
;! requires: n < 16
;! ensures: y = n * x mod 256
; Zero times is possible: then the result is 0.
LOOP2:
        ; Your instructions come here.
        RET
