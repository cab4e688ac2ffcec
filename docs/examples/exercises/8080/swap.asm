;! routine: SWAP
;! cpu: 8080
;! org: 0100H
;! title: Exchanges the two halves of a byte
;! in: A = x
;! out: A = y
;! clobbers: B, C, D, E, H, L, F
;! ensures: y = x mod 16 * 16 + x / 16
; Four rotations do it. On the 6502 each needs two instructions.
SWAP:
        ; Your instructions come here.
        RET
