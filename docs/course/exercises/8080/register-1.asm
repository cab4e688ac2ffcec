;! routine: REG1
;! cpu: 8080
;! org: 0100H
;! title: Copies a byte from A to B and C
;! in: A = x
;! out: B = b, C = c
;! clobbers: A, F
;! ensures: b = x
;! ensures: c = x
; MOV names the register that gets the byte first.
REG1:
        ; Your instructions come here.
        RET
