;! routine: SUBR2
;! cpu: 8080
;! org: 0100H
;! title: Returns the largest of three bytes
;! in: A = x, B = y, C = z
;! out: A = w
;! clobbers: B, C, D, E, H, L, F
;! ensures: w = max(x, y, z)
; Write a subroutine for the larger of A and B after a RET, and call it twice.
SUBR2:
        ; Your instructions come here.
        RET
