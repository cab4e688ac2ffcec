;! routine: DIVWORD
;! cpu: z80
;! org: 0100H
;! title: Divides a word by one of at least 128, with remainder
;! in: D = high, E = low, HL = n
;! out: A = quotient, HL = remainder
;! clobbers: B, F
;! requires: n < 32768 and 128 <= 256 * high + low < 32768
;! ensures: n = quotient * (256 * high + low) + remainder and remainder < 256 * high + low
; The quotient is less than 256. The remainder begins with the high byte of n; the low byte moves out of A, and the quotient
; moves in.
DIVWORD:
        LD      A,L
        LD      L,H
        LD      H,0
        LD      B,8
.NEXT:  ADD     A,A
        ADC     HL,HL
        SBC     HL,DE           ; the addition left no carry
        JR      NC,.FITS
        ADD     HL,DE
        DJNZ    .NEXT
        RET
.FITS:  INC     A
        DJNZ    .NEXT
        RET
