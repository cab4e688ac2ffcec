;! routine: SATADD
;! cpu: 6502
;! org: 0200H
;! title: Adds two bytes; the sum is at most 255
;! in: A = x, (SECOND) = y
;! out: A = z
;! clobbers: X, Y, P, (TEMP:4)
;! ensures: z = min(x + y, 255)
; The carry says whether the sum is too large.
SECOND  = $20
TEMP    = $22           ; four bytes for what you like
SATADD:
        ; Your instructions come here.
        RTS
