;! routine: LOOP2
;! cpu: 8080
;! org: 0100H
;! title: Doubles a byte n times
;! in: B = n, A = x
;! out: A = y
;! clobbers: B, C, D, E, H, L, F
;! requires: n < 8
;! ensures: y = (x << n) mod 256
; Zero times is possible: then the result is the byte itself. A bit that does not fit is lost.
LOOP2:
        ; Your instructions come here.
        RET
