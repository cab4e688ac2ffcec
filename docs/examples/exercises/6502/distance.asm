;! routine: DIST
;! cpu: 6502
;! org: 0200H
;! title: Returns the difference of two bytes, without a sign
;! in: A = x, (SECOND) = y
;! out: A = z
;! clobbers: X, Y, P, (TEMP:4)
;! ensures: z = abs(x - y)
; Subtract. If the result is negative, change its sign.
SECOND  = $20
TEMP    = $22           ; four bytes for what you like
DIST:
        ; Your instructions come here.
        RTS
