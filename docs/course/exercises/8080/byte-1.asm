;! routine: BYTE1
;! cpu: 8080
;! org: 0100H
;! title: Returns the number 42
;! out: A = y
;! clobbers: F
;! ensures: y = 42
; An instruction puts a number into A.
BYTE1:
        ; Your instructions come here.
        RET
