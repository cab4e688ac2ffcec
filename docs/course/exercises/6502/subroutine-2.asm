;! routine: SUBR2
;! cpu: 6502
;! org: 0200H
;! title: Returns the largest of three bytes
;! in: A = x, X = y, Y = z
;! out: A = w
;! clobbers: X, Y, P, (TEMP:4)
;! ensures: w = max(x, y, z)
; Write a subroutine for the larger of A and TEMP after an RTS, and call it twice.
TEMP    = $22           ; four bytes for what you like
SUBR2:
        ; Your instructions come here.
        RTS
