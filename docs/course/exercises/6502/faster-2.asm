;! routine: FASTER2
;! cpu: 6502
;! org: 0200H
;! title: Counts the ones of a byte in at most 70 cycles
;! in: A = x
;! out: A = n
;! clobbers: X, Y, P, (TEMP:4)
;! ensures: n = popcount(x)
;! cycles: <= 70
; A loop of eight rounds takes about 110. Code without a loop has nothing to count but the ones.
TEMP    = $22           ; four bytes for what you like
FASTER2:
        ; Your instructions come here.
        RTS
