;! routine: BYTE1
;! cpu: 6502
;! org: 0200H
;! title: Returns the number 42
;! out: A = y
;! clobbers: P
;! ensures: y = 42
; An instruction puts a number into A. The number has a # before it.
BYTE1:
        ; Your instructions come here.
        RTS
