;! routine: TIMES10
;! cpu: z80
;! org: 0100H
;! title: Appends a decimal digit to a number, or reports that the result exceeds 32767
;! in: HL = n, A = digit
;! out: HL = result, CY = overflow
;! clobbers: A, DE, F
;! requires: n < 32768 and digit < 10
;! ensures: overflow = (n * 10 + digit > 32767)
;! ensures: not overflow implies result = n * 10 + digit
TIMES10:
        LD      E,A
        LD      A,0CH
        CP      H
        RET     C               ; n is 0D00H or more
        LD      A,E
        LD      D,H
        LD      E,L
        ADD     HL,HL
        ADD     HL,HL
        ADD     HL,DE
        ADD     HL,HL
        LD      E,A
        LD      D,0
        ADD     HL,DE
        LD      A,H
        RLA
        RET
