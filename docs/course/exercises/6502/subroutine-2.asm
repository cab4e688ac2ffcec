;! routine: SUBR2
;! cpu: 6502
;! org: 0200H
;! title: Returns the largest of three bytes, by calls of LARGER
;! in: A = x, X = y, Y = z
;! out: A = w
;! clobbers: X, Y, P, (TEMP:4)
;! ensures: w = max(x, y, z)
; LARGER is called twice. Y must still have its byte after the first call.
TEMP    = $22           ; four bytes for what you like
SUBR2:  STX  TEMP
        JSR  LARGER
        STY  TEMP
        JSR  LARGER
        RTS
; Returns the larger of A and TEMP.
LARGER:
        ; Your instructions come here.
        RTS
