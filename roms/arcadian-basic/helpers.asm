; Small routines that several parts use.

; Returns in HL the line of the program that contains the address HL.
OWNER:  LD      B,H
        LD      C,L
        LD      HL,PROGRAM
.NEXT:  PUSH    HL
        LD      DE,5
        ADD     HL,DE
        CALL    ENDTEXT
        LD      A,C
        SUB     L
        LD      A,B
        SBC     A,H
        POP     DE
        JR      C,.FOUND
        CALL    ISEND
        JR      NC,.NEXT
.FOUND: EX      DE,HL
        RET

; Returns in B the number of cells of the character A, or of the word A with its blank.
LENGTH: LD      B,1
        SUB     TFIRST - 1
        RET     C
        LD      B,A
        LD      HL,WORDS
        CALL    FIND
        INC     B
.LETTER:
        INC     B
        BIT     7,(HL)
        INC     HL
        JR      Z,.LETTER
        RET

; Moves HL from the first of a list of words, the last letter of each with bit 7, to word B, counted from 1. B becomes 0.
SKIP:   BIT     7,(HL)
        INC     HL
        JR      Z,SKIP
FIND:   DJNZ    SKIP
        RET

; Returns in HL the end of the program if HL is after it: the search for a CR does not stop there.
CLAMP:  CALL    ISEND
        RET     NC
        LD      HL,(PEND)
        RET
