;! routine: SWAP
;! cpu: 6502
;! org: 0200H
;! title: Exchanges the two halves of a byte
;! in: A = x
;! out: A = y
;! clobbers: X, Y, P, (TEMP:4)
;! ensures: y = x mod 16 * 16 + x / 16
; Four rotations do it. On the 6502 each needs two instructions.
TEMP    = $22           ; four bytes for what you like
SWAP:
        ; Your instructions come here.
        RTS
