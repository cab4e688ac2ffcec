;! routine: STACK2
;! cpu: 8080
;! org: 0100H
;! title: Returns 3 times a byte and keeps all other registers
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = 3 * x mod 256
; A register that you need must have its old value at the end.
STACK2:
        ; Your instructions come here.
        RET
