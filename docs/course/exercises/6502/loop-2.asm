;! routine: LOOP2
;! cpu: 6502
;! org: 0200H
;! title: Doubles a byte n times
;! in: X = n, A = x
;! out: A = y
;! clobbers: X, Y, P, (TEMP:4)
;! requires: n < 8
;! ensures: y = (x << n) mod 256
; Zero times is possible: then the result is the byte itself. A bit that does not fit is lost.
TEMP    = $22           ; four bytes for what you like
LOOP2:
        ; Your instructions come here.
        RTS
