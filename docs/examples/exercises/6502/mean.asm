;! routine: MEAN
;! cpu: 6502
;! org: 0200H
;! title: Returns the average of two bytes, rounded down
;! in: A = x, (SECOND) = y
;! out: A = z
;! clobbers: X, Y, P, (TEMP:4)
;! ensures: z = (x + y) / 2
; Where is bit 8 of the sum?
SECOND  = $20
TEMP    = $22           ; four bytes for what you like
MEAN:
        ; Your instructions come here.
        RTS
