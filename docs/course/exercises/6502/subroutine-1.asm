;! routine: SUBR1
;! cpu: 6502
;! org: 0200H
;! title: Takes three steps of STEP in at most 19 bytes
;! in: A = x
;! out: A = y
;! clobbers: P, (TEMP)
;! ensures: y = (217 * x + 91) mod 256
;! bytes: <= 19
; Three copies of STEP would need more bytes than three calls.
TEMP    = $22           ; a byte for STEP
SUBR1:
        ; Your instructions come here.
        RTS
; Returns 9 times A plus 1.
STEP:   STA  TEMP
        ASL  A
        ASL  A
        ASL  A
        SEC
        ADC  TEMP
        RTS
