;! routine: MEM1
;! cpu: 6502
;! org: 0200H
;! title: Adds 1 to the byte at COUNTER
;! in: (COUNTER) = n
;! out: (COUNTER) = m
;! clobbers: A, X, Y, P, (TEMP:4)
;! ensures: m = (n + 1) mod 256
; One instruction does it.
TEMP    = $22           ; four bytes for what you like
COUNTER = $0800
MEM1:
        ; Your instructions come here.
        RTS
