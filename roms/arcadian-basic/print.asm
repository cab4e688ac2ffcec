; PRINT and INPUT, and numbers as text.

SPRINT: LD      A,8
        LD      (WIDTH),A
        CALL    PEEK
        CP      ';'
        JR      Z,.LINE
        CP      CR
        JR      Z,.LINE
.ITEM:  CP      '"'
        JR      Z,.STRING
        CP      '#'
        JR      Z,.WIDTH
        CALL    EXPR
        CALL    PUTNUM
.NEXT:  CALL    PEEK
        CP      ','
        JR      NZ,.LINE
        CALL    NEXT
        CP      ';'             ; a comma at the end: no new line
        JP      Z,ENDSTMTA
        CP      CR
        JP      Z,ENDSTMTA
        JR      .ITEM
.LINE:  CALL    NEWLINE
        JP      ENDSTMT
.STRING:
        CALL    PUTSTRING
        JR      .NEXT
.WIDTH: ADV
        CALL    EXPR
        LD      A,H
        OR      A
        JP      NZ,HOW
        LD      A,L
        CP      64
        JP      NC,HOW
        LD      (WIDTH),A
        JR      .NEXT

; Prints the string at the text; an open one ends with the line.
PUTSTRING:
        ADV
.NEXT:  EXX
        FETCH
        CP      CR
        JR      Z,.END
        INC     L
        INC     HL
        EXX
        CP      '"'
        RET     Z
        CALL    PUT
        JR      .NEXT
.END:   EXX
        RET

; Prints HL at the right of WIDTH columns.
PUTNUM: LD      A,(WIDTH)
        LD      C,A
        BIT     7,H
        JR      Z,PUTUNSIGNED
        CALL    NEGATE
        LD      B,'-'
        JR      PUTBOTH
; Prints HL as a number without a sign at the right of C columns.
PUTUNSIGNED:
        LD      B,0
; B: a sign or 0
PUTBOTH:
        LD      IX,POWERS
        LD      A,5             ; columns
.COUNT: LD      E,(IX+0)
        LD      D,(IX+1)
        PUSH    HL
        OR      A
        SBC     HL,DE
        POP     HL
        JR      NC,.PAD
        INC     IX
        INC     IX
        DEC     A
        CP      1
        JR      NZ,.COUNT
.PAD:   INC     B
        DEC     B
        JR      Z,.BLANKS
        INC     A
.BLANKS:
        SUB     C
        JR      NC,.SIGN
        LD      C,A             ; minus the number of blanks
        PUSH    HL
        PUSH    BC
.BLANK: PUSH    BC
        LD      A,' '
        CALL    PUT
        POP     BC
        INC     C
        JR      NZ,.BLANK
        POP     BC
        POP     HL
.SIGN:  LD      A,B
        OR      A
        JR      Z,.DIGITS
        PUSH    HL
        CALL    PUT
        POP     HL
.DIGITS:
        LD      E,(IX+0)
        LD      D,(IX+1)
        INC     IX
        INC     IX
        PUSH    DE
        CALL    DIGIT
        PUSH    HL
        CALL    PUT
        POP     HL
        POP     DE
        DEC     E               ; the last power is 1
        JR      NZ,.DIGITS
        RET

POWERS: DW      10000, 1000, 100, 10, 1

; INPUT
SINPUT: CALL    PEEK
; An element that begins with A.
INPUTEL:
        CALL    GETTXT
        PUSH    HL
        CP      '"'
        JR      NZ,.NAME
        CALL    PUTSTRING
        CALL    PEEK
        CP      'A'
        JR      C,.SIGN
        CP      'Z' + 1
        JR      C,.TARGET
.NOTHING:
        POP     HL              ; a string alone
        JR      .NEXT
.SIGN:  CP      '@'
        JR      Z,.TARGET
        CP      '*'
        JR      Z,.TARGET
        CP      '%'
        JR      Z,.TARGET
        CP      '&'
        JR      NZ,.NOTHING
.TARGET:
        CALL    TARGET
        PUSH    HL
        PUSH    BC
        JR      .ASK
; Without a string the text of the target is shown.
.NAME:  CALL    TARGET
        POP     DE
        PUSH    DE
        PUSH    HL
        PUSH    BC
        CALL    GETTXT
        EX      DE,HL
.SHOW:  PUSH    DE
        CALL    GETBYTE
        PUSH    HL
        CALL    PUT
        POP     HL
        POP     DE
        LD      A,L
        CP      E
        JR      NZ,.SHOW
        LD      A,H
        CP      D
        JR      NZ,.SHOW
.ASK:   LD      A,' '
        CALL    PUT
        LD      A,3
        LD      HL,ANSWER
        LD      C,ANSMAX
        CALL    READLINE
        POP     BC
        POP     DE
        CALL    GETTXT
        EX      (SP),HL         ; the text after the target; HL: start of the element
        PUSH    DE
        PUSH    BC
        LD      (ASKING),HL     ; errors ask again from now on
        LD      HL,ANSWER
        CALL    SETTXT
        CALL    SCANTXT
        LD      HL,ANSWER
        CALL    SETTXT
        CALL    EXPR
        CP      CR
        JP      NZ,WHAT
        LD      DE,0
        LD      (ASKING),DE
        POP     BC
        POP     DE
        EX      (SP),HL
        CALL    SETTXT
        POP     HL
        CALL    SETIT
        CALL    PEEK
.NEXT:  CALL    PEEK
        CP      ','
        JP      NZ,ENDSTMTA
        CALL    NEXT
        JP      INPUTEL
