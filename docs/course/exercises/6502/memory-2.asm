;! routine: MEM2
;! cpu: 6502
;! org: 0200H
;! title: Exchanges the two bytes to which POINTER points
;! in: (POINTER) -> pair:2
;! out: (POINTER) -> pair
;! clobbers: A, X, Y, P, (TEMP:4)
;! ensures: pair[0] = old(pair)[1]
;! ensures: pair[1] = old(pair)[0]
; (POINTER),Y is the byte at the address in POINTER plus Y.
TEMP    = $22           ; four bytes for what you like
POINTER = $30           ; the low byte of the address, and $31 the high one
MEM2:
        ; Your instructions come here.
        RTS
