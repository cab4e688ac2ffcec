;! routine: STACK1
;! cpu: 6502
;! org: 0200H
;! title: Exchanges A and X without memory of its own
;! in: A = a, X = x
;! out: A = b, X = y
;! clobbers: Y, P
;! ensures: b = x
;! ensures: y = a
; What is pushed last is pulled first.
STACK1:
        ; Your instructions come here.
        RTS
