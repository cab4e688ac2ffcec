;! routine: DOUBLE
;! cpu: 6502
;! org: 0200H
;! title: Doubles a byte; the result wraps around at 256
;! in: A = x
;! out: A = y
;! clobbers: X, Y, P, (TEMP:4)
;! ensures: y = 2 * x mod 256
; One instruction is enough.
TEMP    = $22           ; four bytes for what you like
DOUBLE:
        ; Your instructions come here.
        RTS
