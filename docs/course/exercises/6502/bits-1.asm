;! routine: BITS1
;! cpu: 6502
;! org: 0200H
;! title: Keeps the lowest bit that is 1, and clears all others
;! in: A = x
;! out: A = y
;! clobbers: X, Y, P, (TEMP:4)
;! ensures: y = x & -x
; The complement plus 1 has this bit in common with the byte, and no other.
TEMP    = $22           ; four bytes for what you like
BITS1:
        ; Your instructions come here.
        RTS
