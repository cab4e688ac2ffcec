;! routine: ADDRESS
;! cpu: z80
;! org: 0100H
;! title: Returns the address of the screen byte that has a pixel
;! in: L = row, C = column
;! out: HL = place
;! clobbers: A, DE, F
;! requires: row < 88 and column < 160
;! ensures: place = 4000H + 40 * row + column / 4
ADDRESS:
        LD      H,0
        LD      D,H
        LD      E,L
        ADD     HL,HL
        ADD     HL,HL
        ADD     HL,DE
        ADD     HL,HL
        ADD     HL,HL
        ADD     HL,HL
        LD      A,C
        RRCA
        RRCA
        AND     3FH
        ADD     A,L
        LD      L,A
        LD      A,40H           ; PICTURE
        ADC     A,H
        LD      H,A
        RET
