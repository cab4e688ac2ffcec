;! routine: ONES
;! cpu: 6502
;! org: 0200H
;! title: Counts the bits of a byte that are 1
;! in: A = x
;! out: A = n
;! clobbers: X, Y, P, (TEMP:4)
;! ensures: n = popcount(x)
; A loop: shift a bit into the carry, add the carry to a count.
TEMP    = $22           ; four bytes for what you like
ONES:
        ; Your instructions come here.
        RTS
