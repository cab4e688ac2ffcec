;! routine: PROOF1
;! cpu: 6502
;! org: 0200H
;! title: Adds two bytes; a sum that does not fit becomes 255
;! in: A = x, X = y
;! out: A = z
;! clobbers: X, Y, P, (TEMP:4)
;! ensures: z = min(x + y, 255)
TEMP    = $22           ; four bytes for what you like
PROOF1:
        ; Your instructions come here.
        RTS
