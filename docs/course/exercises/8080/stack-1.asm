;! routine: STACK1
;! cpu: 8080
;! org: 0100H
;! title: Exchanges BC and DE and changes nothing else
;! in: BC = x, DE = y
;! out: BC = b, DE = d
;! ensures: b = y
;! ensures: d = x
; What is pushed last is popped first.
STACK1:
        ; Your instructions come here.
        RET
