; Text: reading the bytes of programs, commands and answers, which are in every second bit of two screen bytes.
;
; While the interpreter runs, the alternate registers belong to the text:
;   HL'  address of the current text byte, always even
;   D'   0AAH, the mask of the picture
;   E'   blank
; BC' is free. The routines below change A and F only.

; Moves to the next text byte.
ADV     MACRO
        EXX
        INC     L               ; even: no carry
        INC     HL
        EXX
        ENDM

; With the alternate registers selected: A = the current text byte.
FETCH   MACRO
        LD      A,(HL)
        INC     L
        ADD     A,A
        XOR     (HL)
        AND     D
        XOR     (HL)
        DEC     L
        ENDM

; Moves to the next byte that is not a blank and returns it.
NEXT:   EXX
BLANK:  INC     L
        INC     HL
        FETCH
        CP      E
        JR      Z,BLANK
        EXX
        RET

; Returns the current byte; skips blanks before it.
PEEK:   EXX
        FETCH
        CP      E
        JR      Z,BLANK
        EXX
        RET

; PEEK and NEXT where they are executed most.
PEEKIN  MACRO
        EXX
        FETCH
        CP      E
        CALL    Z,BLANKS
        EXX
        ENDM
NEXTIN  MACRO
        EXX
        INC     L
        INC     HL
        FETCH
        CP      E
        CALL    Z,BLANKS
        EXX
        ENDM
BLANKS: INC     L
        INC     HL
        FETCH
        CP      E
        JR      Z,BLANKS
        RET

; Returns the current byte, which may be a blank.
RAW:    EXX
        FETCH
        EXX
        RET

; Returns the current byte and moves to the next.
TAKE:   EXX
        LD      A,(HL)
        INC     L
        ADD     A,A
        XOR     (HL)
        AND     D
        XOR     (HL)
        INC     HL
        EXX
        RET

; Selects text at HL.
SETTXT: PUSH    HL
        EXX
        POP     HL
        LD      DE,0AA20H
        EXX
        RET

; Returns the address of the current byte in HL.
GETTXT: EXX
        PUSH    HL
        EXX
        POP     HL
        RET

; Returns NC if the current text is the program, C if it is a command. Changes A, F and HL.
INPROG: CALL    GETTXT
; The same for the address HL. Preserves HL.
PROGHL: LD      A,LOW (LIMIT - 1)
        CP      L
        LD      A,HIGH (LIMIT - 1)
        SBC     A,H
        RET
