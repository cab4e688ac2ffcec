;! routine: SUBR1
;! cpu: 6502
;! org: 0200H
;! title: Returns 8 times a byte, by calls of DOUBLE
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = 8 * x mod 256
SUBR1:
        ; Your instructions come here.
        RTS
; Returns 2 times A.
DOUBLE: ASL  A
        RTS
