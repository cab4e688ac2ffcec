;! routine: DIVWORD
;! cpu: z80
;! org: 0100H
;! title: Divides two words of at most 32767, with remainder
;! in: HL = n, DE = d
;! out: HL = quotient, BC = remainder
;! clobbers: A, F
;! requires: n < 32768 and 0 < d < 32768
;! ensures: n = quotient * d + remainder and remainder < d
; The remainder is in HL as it grows; the dividend moves out of A and C, and the quotient moves in.
DIVWORD:
        LD      A,H
        LD      C,L
        LD      HL,0
        LD      B,16
.NEXT:  SLA     C
        RLA
        ADC     HL,HL
        SBC     HL,DE           ; the addition left no carry
        JR      NC,.FITS
        ADD     HL,DE
        DJNZ    .NEXT
        JR      .DONE
.FITS:  INC     C
        DJNZ    .NEXT
.DONE:  LD      B,H
        LD      H,A
        LD      A,C
        LD      C,L
        LD      L,A
        RET
