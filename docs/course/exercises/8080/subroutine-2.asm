;! routine: SUBR2
;! cpu: 8080
;! org: 0100H
;! title: Returns the largest of three bytes, by calls of LARGER
;! in: A = x, B = y, C = z
;! out: A = w
;! clobbers: B, C, D, E, H, L, F
;! ensures: w = max(x, y, z)
; LARGER is called twice. C must still have its byte at the second call.
SUBR2:  CALL LARGER
        MOV  B,C
        CALL LARGER
        RET
; Returns the larger of A and B.
LARGER:
        ; Your instructions come here.
        RET
