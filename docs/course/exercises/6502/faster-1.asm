;! routine: FASTER1
;! cpu: 6502
;! org: 0200H
;! title: Returns 10 times a byte in at most 24 cycles
;! in: A = x
;! out: A = y
;! clobbers: X, Y, P, (TEMP:4)
;! ensures: y = 10 * x mod 256
;! cycles: <= 24
; 10 is 2 times 5, and 5 is 4 + 1.
TEMP    = $22           ; four bytes for what you like
FASTER1:
        ; Your instructions come here.
        RTS
