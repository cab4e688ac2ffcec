;! routine: SUBR1
;! cpu: 8080
;! org: 0100H
;! title: Takes three steps of STEP in at most 17 bytes
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = (217 * x + 91) mod 256
;! bytes: <= 17
; Three copies of STEP would need more bytes than three calls.
SUBR1:
        ; Your instructions come here.
        RET
; Returns 9 times A plus 1.
STEP:   MOV  B,A
        ADD  A
        ADD  A
        ADD  A
        ADD  B
        INR  A
        RET
