;! routine: PROOF2
;! cpu: 6502
;! org: 0200H
;! title: Returns a signed byte without its sign
;! in: A = x
;! out: A = y
;! clobbers: X, Y, P, (TEMP:4)
;! ensures: y = abs(signed(x))
; The flag N is bit 7 of a result. -128 becomes 128.
TEMP    = $22           ; four bytes for what you like
PROOF2:
        ; Your instructions come here.
        RTS
