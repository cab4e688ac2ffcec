;! routine: LARGER
;! cpu: 6502
;! org: 0200H
;! title: Returns the larger of two bytes
;! in: A = x, (SECOND) = y
;! out: A = z
;! clobbers: X, Y, P, (TEMP:4)
;! ensures: z = max(x, y)
; A comparison, and a branch around one instruction.
SECOND  = $20
TEMP    = $22           ; four bytes for what you like
LARGER:
        ; Your instructions come here.
        RTS
