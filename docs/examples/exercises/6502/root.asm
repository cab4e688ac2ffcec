;! routine: ROOT
;! cpu: 6502
;! org: 0200H
;! title: Returns the square root of a byte, rounded down
;! in: A = x
;! out: A = r
;! clobbers: X, Y, P, (TEMP:4)
;! ensures: r * r <= x < (r + 1) * (r + 1)
; Subtract 1, 3, 5, 7 and so on. How often is that possible?
TEMP    = $22           ; four bytes for what you like
ROOT:
        ; Your instructions come here.
        RTS
