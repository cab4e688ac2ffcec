;! routine: STACK2
;! cpu: 6502
;! org: 0200H
;! title: Returns 2 times a byte and keeps N, V, Z and C
;! in: A = x
;! out: A = y
;! ensures: y = 2 * x mod 256
; PHP pushes the flags.
STACK2:
        ; Your instructions come here.
        RTS
