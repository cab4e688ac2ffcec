;! routine: FLAG1
;! cpu: 8080
;! org: 0100H
;! title: Says in the carry whether a byte is 100 or more
;! in: A = x
;! out: CY = large
;! clobbers: A, F
;! ensures: large = (x >= 100)
; CPI sets the carry if A is less. One instruction turns the carry around.
FLAG1:
        ; Your instructions come here.
        RET
