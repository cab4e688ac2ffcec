;! routine: TIMES
;! cpu: 6502
;! org: 0200H
;! title: Multiplies two bytes; the product is a word
;! in: A = x, (SECOND) = y
;! out: A/X = z
;! clobbers: Y, P, (TEMP:4)
;! ensures: z = x * y
; Shift and add, eight times.
SECOND  = $20
TEMP    = $22           ; four bytes for what you like
TIMES:
        ; Your instructions come here.
        RTS
