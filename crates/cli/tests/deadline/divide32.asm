;! routine: DIV
;! cpu: z80
;! org: 8000H
;! title: A long word by a word, without invariants
;! in: IX/HL = x, DE = d
;! out: IX = q, HL = r
;! clobbers: A, F, BC
;! requires: d > x / 65536
;! ensures: q = x / d
;! ensures: r = x mod d
DIV:    LD   B,16
LOOP:   ADD  IX,IX
        ADC  HL,HL
        JR   C,OVER
        SBC  HL,DE
        JR   NC,BIT1
        ADD  HL,DE
        DJNZ LOOP
        RET
OVER:   OR   A
        SBC  HL,DE
BIT1:   INC  IX
        DJNZ LOOP
        RET
