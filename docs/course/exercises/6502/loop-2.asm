;! routine: LOOP2
;! cpu: 6502
;! org: 0200H
;! title: Multiplies two bytes by adding one of them n times
;! in: X = n, A = x
;! out: A = y
;! clobbers: X, Y, P, (TEMP:4)
;! requires: n < 16
;! ensures: y = n * x mod 256
; Zero times is possible: then the result is 0.
TEMP    = $22           ; four bytes for what you like
LOOP2:
        ; Your instructions come here.
        RTS
