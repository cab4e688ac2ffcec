;! routine: DIVIDE
;! cpu: z80
;! org: 0100H
;! title: Divides two words of at most 32767, with remainder
;! in: HL = n, DE = d
;! out: HL = quotient, BC = remainder
;! clobbers: A, DE, F
;! requires: n < 32768 and 0 < d < 32768
;! ensures: n = quotient * d + remainder and remainder < d
DIVIDE:
        LD      A,H
        OR      D
        JR      Z,.BYTES
        LD      A,D
        OR      A
        JR      NZ,.WORD
        ; A word by a byte: the remainder is in B as it grows, the quotient follows the dividend into HL.
        LD      A,E
        RLA
        JR      C,.WORD         ; the doubled remainder must fit a byte
        XOR     A
        LD      B,15
        ADD     HL,HL           ; bit 15 is 0
.NEXT:  ADD     HL,HL
        RLA
        CP      E
        JR      C,.LESS
        SUB     E
        INC     L
.LESS:  DJNZ    .NEXT
        LD      C,A
        RET
        ; A byte by a byte.
.BYTES: LD      A,E
        RLA
        JR      C,.WORD
        XOR     A
        LD      B,8
.NEXT8: SLA     L
        RLA
        CP      E
        JR      C,.LESS8
        SUB     E
        INC     L
.LESS8: DJNZ    .NEXT8
        LD      C,A
        RET
        ; A word by a word: dividend and quotient in A and C, remainder in HL.
.WORD:  LD      A,H
        LD      C,L
        LD      HL,0
        LD      B,16
.NEXTW: SLA     C
        RLA
        ADC     HL,HL
        SBC     HL,DE           ; the addition left no carry
        JR      NC,.FITS
        ADD     HL,DE
        DJNZ    .NEXTW
        JR      .DONE
.FITS:  INC     C
        DJNZ    .NEXTW
.DONE:  LD      B,A
        LD      A,C
        LD      C,L
        LD      L,A
        LD      A,B
        LD      B,H
        LD      H,A
        RET
