; Statements. Each is entered after its word, with the text not yet moved over blanks, and continues at ENDSTMT, or at
; ENDSTMTA with the byte at the text in A. Statements may use all main registers and the stack from its base.

; After a statement.
ENDSTMT:
        CALL    PEEK
ENDSTMTA:
        CP      ';'
        JR      NZ,.LINE
        NEXTIN
        CP      CR              ; only at the end of a line a statement may be empty
        JR      NZ,STATEA
        JP      ENDLINE
.LINE:  CP      CR
        JP      NZ,WHAT
        JP      ENDLINE

; A statement at the text.
STATE:  CALL    PEEK
STATEA: CP      TFIRST
        JR      C,.OTHER
        SUB     TFIRST
        CP      16
        JP      NC,WHAT
        ADV
        ADD     A,A
        ADD     A,LOW HANDLERS
        LD      L,A
        LD      H,HIGH HANDLERS
        LD      A,(HL)
        INC     L
        LD      H,(HL)
        LD      L,A
        JP      (HL)
.OTHER: CP      'Z' + 1
        JP      NC,WHAT
        CP      'A'
        JR      NC,LETTER
        CP      '.'
        JP      Z,SKIPREST      ; a remark
        CP      CR
        JP      Z,ENDLINE
        CP      ':'
        JP      Z,TAPE
        CP      '$'
        JP      NZ,ASSIGN       ; an element, or an error
        ADV
        JP      SORRY           ; the calculator

; A letter: a variable, or a longer name.
LETTER: SUB     'A'
        ADD     A,A
        LD      L,A
        EXX
        INC     L
        INC     HL
        INC     L
        LD      B,(HL)
        DEC     L
        BIT     6,B             ; of the byte after the letter
        EXX
        CALL    NZ,LONGER
        JR      C,LETTERS
        LD      A,L
        ADD     A,LOW VARS
        LD      L,A
        LD      H,HIGH VARS
; Sets the variable at HL.
SETVAR: PUSH    HL
        PEEKIN
        CP      '='
        JP      NZ,WHAT
        ADV
        CALL    EXPR
        POP     DE
        EX      DE,HL
        LD      (HL),E
        INC     L
        LD      (HL),D
; After an assignment: a comma begins another one.
MORESET:
        CP      ','
        JP      NZ,ENDSTMTA
        CALL    NEXT
        JP      ASSIGN

; A longer name.
LETTERS:
        CALL    LOOKUP
        JP      NC,WHAT
        CP      LOW CURX
        JR      NC,.SET
        CP      NKP
        JR      C,.FUNC
        CP      NLET
        JP      C,WHAT          ; KP and SZ cannot be set
        JR      Z,.LET
        CP      NSTOP
        JR      Z,.STOP
        LD      HL,TRACING      ; TRACE; instructions that the interrupt cannot divide
        BIT     0,(HL)
        JR      NZ,.OFF
        SET     0,(HL)
        JP      ENDSTMT
.OFF:   RES     0,(HL)
        JP      ENDSTMT
.STOP:  CALL    LASTONE
        JP      FINISH
.LET:   CALL    PEEK
        JR      ASSIGN
.ERROR: CALL    UNNAME
        JP      WHAT
.SET:   CALL    DEVICE
        JR      ASSIGNED
.FUNC:  CP      LCALL           ; CALL is a statement, too
        JR      NZ,.ERROR
        CALL    EXPR
        JP      HOW

; WHAT? unless the line ends here.
LASTONE:
        CALL    PEEK
        CP      CR
        RET     Z
        JP      WHAT

; An assignment whose target begins with A.
ASSIGN: CALL    TARGET
ASSIGNED:
        LD      A,C
        OR      A
        JP      Z,SETVAR
        PUSH    HL
        PUSH    BC
        CALL    PEEK
        CP      '='
        JP      NZ,WHAT
        ADV
        CALL    EXPR
        POP     BC
        POP     DE
        CALL    SETIT
        CALL    PEEK            ; again: it may have been poked
        JP      MORESET

; The text is at a target that begins with A. Returns its address or index in HL and its kind in C.
TVAR    EQU     0               ; a word at HL
TTV     EQU     1               ; TV
TXY     EQU     2               ; XY
TMUSIC  EQU     3               ; MU
TARRAY  EQU     4               ; two text bytes at HL
TMEM    EQU     5               ; memory at HL
TPORT   EQU     6               ; port L

TARGET: CP      'Z' + 1
        JP      NC,WHAT
        SUB     'A'
        JR      C,ELEMENT
        ADD     A,A
        LD      L,A
        EXX
        INC     L
        INC     HL
        INC     L
        LD      B,(HL)
        DEC     L
        BIT     6,B             ; of the byte after the letter
        EXX
        CALL    NZ,LONGER
        JR      C,.NAME
        LD      A,L
        ADD     A,LOW VARS
        LD      L,A
        LD      H,HIGH VARS
        LD      C,TVAR
        RET
.NAME:  CALL    LOOKUP
        JP      NC,WHAT
; The device with the code A.
DEVICE: CP      LOW CURX
        JP      C,WHAT
        CP      LOW REMAIN
        JP      Z,WHAT
        LD      H,HIGH CURX
        LD      L,A
        LD      C,TTV
        CP      LOW LASTTV
        RET     Z
        INC     C               ; TXY
        CP      LOW LINEX
        RET     Z
        INC     C               ; TMUSIC
        CP      LOW MUSIC
        RET     Z
        LD      C,TVAR
        RET
; An element that begins with A + 'A'.
ELEMENT:
        INC     A
        JR      Z,.AT
        CP      '*' - '@'
        JR      Z,.STAR
        CP      '%' - '@'
        JR      Z,.MEM
        CP      '&' - '@'
        JP      NZ,WHAT
        CALL    INDEX
        LD      C,TPORT
        RET
.AT:    CALL    INDEX
        CALL    ATADDR
        LD      C,TARRAY
        RET
.STAR:  CALL    INDEX
        CALL    STARADDR
        LD      C,TARRAY
        RET
.MEM:   CALL    INDEX
        LD      C,TMEM
        RET

; Sets the target of kind C with the address or index DE to HL. Changes all main registers.
SETIT:  EX      DE,HL
        LD      A,C
        CP      TARRAY
        JR      Z,.ARRAY
        JR      NC,.OUTSIDE
        OR      A
        JR      NZ,.DEVICE
        LD      (HL),E
        INC     HL
        LD      (HL),D
        RET
.ARRAY: LD      A,E
        CALL    TEXTPUT
        LD      A,D
        JP      TEXTPUT
.DEVICE:
        DEC     A
        JR      NZ,.XY
        LD      A,D             ; TV: only a code of one byte is shown
        OR      A
        LD      A,E
        PUSH    DE
        CALL    Z,PUT
        POP     HL
        LD      (LASTTV),HL
        RET
.XY:    DEC     A
        JP      NZ,PLAYNOTE
        LD      A,E
        LD      (LINEX),A
        RLA
        SBC     A,A
        LD      (LINEX + 1),A
        LD      A,D
        LD      (LINEY),A
        RLA
        SBC     A,A
        LD      (LINEY + 1),A
        RET
.OUTSIDE:
        CP      TMEM
        JP      NZ,PUTPORT
        LD      A,E
        CALL    POKE
        INC     HL
        LD      A,D
        JP      POKE

; Returns XY in HL.
GETXY:  LD      A,(LINEX)
        LD      L,A
        LD      A,(LINEY)
        LD      H,A
        RET
