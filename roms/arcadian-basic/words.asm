; Words of one byte, names of several letters, and the scanner that makes bytes of a typed line.

TFIRST  EQU     104
TLIST   EQU     104
TCLEAR  EQU     105
TRUN    EQU     106
TNEXT   EQU     107
TLINE   EQU     108
TIF     EQU     109
TGOTO   EQU     110
TGOSUB  EQU     111
TRETURN EQU     112
TBOX    EQU     113
TFOR    EQU     114
TINPUT  EQU     115
TPRINT  EQU     116
TSTEP   EQU     117
TRND    EQU     118
TTO     EQU     119

CR      EQU     13
ERASE   EQU     31

; Codes of names. Those of functions are the kinds of levels, those of words in memory their low addresses.
NKP     EQU     16
NSZ     EQU     17
NLET    EQU     18
NSTOP   EQU     19
NTRACE  EQU     20

; Looks up the name of two or more letters at the text. Returns C and its code in A, with the text after the name; or NC
; with the text at the name. UNNAME moves the text back to the name. Changes F, D, HL.
LOOKUP: EXX
        LD      B,H
        LD      C,L
        FETCH
        INC     L
        INC     HL
        EXX
        ADD     A,LOW (FIRSTS - 'A')
        LD      L,A
        LD      H,HIGH FIRSTS
        LD      L,(HL)          ; names that begin with this letter
        CALL    TAKE
        LD      D,A
.NEXT:  LD      A,(HL)
        INC     L
        CP      D
        JR      Z,.FOUND
        INC     A
        JR      Z,UNNAME        ; the end, with NC
        BIT     7,(HL)
        INC     HL
        JR      Z,.NEXT
.LONG:  BIT     7,(HL)
        INC     HL
        JR      Z,.LONG
        JR      .NEXT
.FOUND: LD      A,(HL)
        OR      A
        SCF
        RET     P
        PUSH    HL              ; more letters
        EXX
        PUSH    HL
        EXX
.MORE:  INC     L
        CALL    TAKE
        XOR     (HL)
        ADD     A,A
        JR      NZ,.OTHER
        JR      NC,.MORE
        POP     HL
        POP     HL
        LD      A,(HL)
        AND     7FH
        SCF
        RET
.OTHER: EXX                     ; TR may still match after TRACE
        POP     HL
        EXX
        POP     HL
        INC     L
        JR      .LONG
UNNAME: EXX
        LD      H,B
        LD      L,C
        EXX
        OR      A
        RET

; The words in the order of their codes, the last letter with bit 7.
WORDS:  DB      "LIS",'T' + 80H, "CLEA",'R' + 80H, "RU",'N' + 80H, "NEX",'T' + 80H
        DB      "LIN",'E' + 80H, "I",'F' + 80H, "GOT",'O' + 80H, "GOSU",'B' + 80H
        DB      "RETUR",'N' + 80H, "BO",'X' + 80H, "FO",'R' + 80H, "INPU",'T' + 80H
        DB      "PRIN",'T' + 80H, "STE",'P' + 80H, "RN",'D' + 80H, "T",'O' + 80H, 0

; The scanner: makes words of letters in the line at the text, which ends with CR, and writes it at HL. In strings and
; remarks it makes letters of words, and a blank after each except at the end; so the result may be longer, and it is SORRY
; if it reaches the text that is still to be read. Returns in HL the address after its CR.
; C: bit 0 in a string, bit 1 in a remark, bit 2 at the start of a statement, bit 3 in a FOR
SCANTXT:
        CALL    PEEK            ; blanks at the start are not stored
        LD      C,4
.NEXT:  CALL    TAKE
        LD      B,A
        CP      CR
        JR      Z,.END
        LD      A,C
        AND     3
        JR      NZ,.LITERAL
        LD      A,B
        CP      TFIRST
        JR      NC,.WORD
        CP      'Z' + 1
        JR      NC,.CODE
        CP      'A'
        JR      NC,.LETTER
        CP      '"'
        JR      Z,.QUOTE
        CP      ';'
        JR      Z,.START
        CP      ' '
        JR      Z,.PUT
        CP      '.'
        JR      NZ,.CODE
        BIT     2,C
        JR      Z,.CODE
        SET     1,C
        JR      .PUT
.QUOTE: LD      A,C
        AND     8
        OR      1
        LD      C,A
        JR      .PUT
.START: LD      C,4
        JR      .PUT
.LITERAL:
        LD      A,B
        CP      TFIRST
        JR      NC,.SPELL
        CP      '"'
        JR      NZ,.PUT
        RES     0,C
        JR      .PUT
.LETTER:
        CALL    MATCH
        JR      NC,.CODE
        LD      B,A
        CALL    RAW
        CP      ' '             ; one blank belongs to the word
        JR      NZ,.WORD
        ADV
.WORD:  LD      A,B
        CP      TFOR
        JR      NZ,.CODE
        SET     3,C
.CODE:  RES     2,C
.PUT:   LD      A,B
        PUSH    BC
        CALL    PUTBYTE
        POP     BC
        JR      .NEXT
.END:   JP      PUTBYTE
.SPELL: SUB     TFIRST - 1
        LD      B,A
        LD      DE,WORDS
.FIND:  DEC     B
        JR      Z,.FOUND
.SKIP:  LD      A,(DE)
        INC     DE
        RLA
        JR      NC,.SKIP
        JR      .FIND
.FOUND: LD      A,(DE)
        AND     7FH
        CALL    .ADD
        LD      A,(DE)
        INC     DE
        RLA
        JR      NC,.FOUND
        CALL    RAW
        CP      CR
        JP      Z,.NEXT
        LD      A,' '
        CALL    .ADD
        JP      .NEXT
; Writes A, if there is room before the text.
.ADD:   PUSH    BC
        PUSH    AF
        EXX
        PUSH    HL
        EXX
        POP     BC              ; the text
        LD      A,L
        SUB     C
        LD      A,H
        SBC     A,B
        JP      NC,FULL
        POP     AF
        CALL    PUTBYTE
        POP     BC
        RET

; Looks for a word that begins with the letter B; the text is after it. Returns C and the code in A, with the text after
; the word; or NC. In STOP, except in a FOR, TO is not a word: the letters S, T and O are written.
MATCH:  PUSH    HL
        CALL    GETTXT
        PUSH    HL
        LD      DE,WORDS
        LD      H,TFIRST        ; the code
.WORD:  LD      A,(DE)
        OR      A
        JR      Z,.NONE
        CP      B
        JR      NZ,.SKIP
        CALL    .TRY
        JR      C,.FOUND
.SKIP:  LD      A,(DE)
        INC     DE
        RLA
        JR      NC,.SKIP
        INC     H
        JR      .WORD
.FOUND: LD      A,H
        POP     HL
        POP     HL
        SCF
        RET
.NONE:  LD      A,B
        CP      'S'
        JR      NZ,.NO
        BIT     3,C
        JR      NZ,.NO
        LD      DE,STOPTXT
        CALL    .TRY
        JR      NC,.NO
        POP     HL              ; STOP: the text is after it
        POP     HL
        LD      B,'S'
        CALL    .COPY
        LD      B,'T'
        CALL    .COPY
        LD      B,'O'
        CALL    .COPY
        LD      B,'P'
        OR      A
        RET
.NO:    POP     HL
        CALL    SETTXT
        POP     HL
        OR      A
        RET
.COPY:  LD      A,B
        PUSH    BC
        CALL    PUTBYTE
        POP     BC
        RET
; Compares the letters after the first at DE with the text. Returns C if they are equal, with the text after them;
; otherwise NC, with the text as it was. Preserves DE.
.TRY:   PUSH    DE
        PUSH    HL
        CALL    GETTXT
        PUSH    HL
.SAME:  LD      A,(DE)
        RLA
        JR      C,.YES
        INC     DE
        CALL    TAKE
        LD      L,A
        LD      A,(DE)
        AND     7FH
        CP      L
        JR      Z,.SAME
        POP     HL
        CALL    SETTXT
        OR      A
        JR      .BACK
.YES:   POP     HL
        SCF
.BACK:  POP     HL
        POP     DE
        RET
STOPTXT:
        DB      "STO",'P' + 80H

; Prints word A, counted from 1. Changes all main registers.
PUTWORD:
        LD      B,A
        LD      HL,WORDS
        CALL    FIND
.LETTER:
        LD      A,(HL)
        PUSH    HL
        AND     7FH
        CALL    DRAW
        POP     HL
        BIT     7,(HL)
        INC     HL
        JR      Z,.LETTER
        RET
