;! routine: SUBR1
;! cpu: 8080
;! org: 0100H
;! title: Returns 8 times a byte, by calls of DOUBLE
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = 8 * x mod 256
SUBR1:
        ; Your instructions come here.
        RET
; Returns 2 times A.
DOUBLE: ADD  A
        RET
