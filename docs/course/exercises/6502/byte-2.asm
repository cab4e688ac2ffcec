;! routine: BYTE2
;! cpu: 6502
;! org: 0200H
;! title: Adds 5 to a byte
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = (x + 5) mod 256
; From 251 on the sum does not fit into a byte: 251 + 5 is 0.
BYTE2:
        ; Your instructions come here.
        RTS
