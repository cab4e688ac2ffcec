;! routine: REG2
;! cpu: 6502
;! org: 0200H
;! title: Exchanges X and Y
;! in: X = x, Y = y
;! out: X = a, Y = b
;! clobbers: A, P, (TEMP:4)
;! ensures: a = y
;! ensures: b = x
; The first copy would overwrite the other byte. TEMP keeps one of them.
TEMP    = $22           ; four bytes for what you like
REG2:
        ; Your instructions come here.
        RTS
