;! routine: BITS2
;! cpu: 6502
;! org: 0200H
;! title: Returns 1 if the number of ones is odd, else 0
;! in: A = x
;! out: A = y
;! clobbers: X, Y, P, (TEMP:4)
;! ensures: y = popcount(x) mod 2
; EOR of the two halves keeps whether the number is odd. Do it for 8, 4 and 2 bits.
TEMP    = $22           ; four bytes for what you like
BITS2:
        ; Your instructions come here.
        RTS
