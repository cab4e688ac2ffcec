;! routine: BYTE2
;! cpu: 8080
;! org: 0100H
;! title: Adds 5 to a byte
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = (x + 5) mod 256
; From 251 on the sum does not fit into a byte: 251 + 5 is 0.
BYTE2:
        ; Your instructions come here.
        RET
