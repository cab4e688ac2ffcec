;! routine: FLAG1
;! cpu: 6502
;! org: 0200H
;! title: Says in the carry whether a byte is 100 or more
;! in: A = x
;! out: C = large
;! clobbers: A, P
;! ensures: large = (x >= 100)
; A comparison sets the carry if A is not less.
FLAG1:
        ; Your instructions come here.
        RTS
