;! routine: ONES
;! cpu: z80
;! org: 0100H
;! title: Counts the bits of a byte that are 1
;! in: A = x
;! out: A = n
;! clobbers: B, C, D, E, H, L, F
;! ensures: n = popcount(x)
; A loop: shift a bit into the carry, add the carry to a count.
ONES:
        ; Your instructions come here.
        RET
