; Expressions: an operator-precedence parser that computes while it reads.
;
; HL is the value. BC is the operator that waits for its right operand, with its left operand on the stack:
;   B  0 none, 1 comparison, 2 + or -, 3 multiplication or division
;   C  the class of the operator; with B = 0 the kind of the level, and bit 7 if the level had its comparison
; The stack holds, from the top: the left operand, the BC before, and so on. A level is the expression itself or the
; contents of a pair of parentheses; it takes 2 bytes, an operator that waits 4.

CADD    EQU     1               ; classes of operators; 0 ends an expression
CSUB    EQU     2
CMUL    EQU     3
CDIV    EQU     4
CREL    EQU     10H             ; + 1 less, 2 equal, 4 greater

; Kinds of levels. Those of functions are the codes of their names, too.
LTOP    EQU     0               ; the expression itself
LPAREN  EQU     1
LINDEX  EQU     2               ; the index of an element that is set
LABS    EQU     3
LCALL   EQU     4
LJX     EQU     5
LJY     EQU     6
LTR     EQU     7
LKN     EQU     8
LPX     EQU     9               ; the first number of PX
LPX2    EQU     10
LRND    EQU     11
LAT     EQU     12
LSTAR   EQU     13
LMEM    EQU     14
LPORT   EQU     15

EXPROOM EQU     64              ; bytes of the stack that are free for a parenthesis

; Computes the expression at the text. Returns its value in HL and the byte after it, at which the text is, in A.
; Changes all main registers.
EXPR:   LD      (EXPSP),SP
        LD      BC,LTOP
; The start of a sum, where a sign is allowed.
SUM:    PEEKIN
        CP      '-'
        JR      Z,.MINUS
        CP      '+'
        JR      NZ,FACTOR
        CALL    NEXT
        JP      FACTOR
.MINUS: PUSH    BC              ; 0 - term
        LD      HL,0
        PUSH    HL
        LD      BC,2 * 256 + CSUB
; Moves to the next byte, which begins a factor.
OPERAND:
        NEXTIN
; A factor that begins with A.
FACTOR: SUB     '0'
        JR      C,SIGN
        CP      10
        JR      NC,NAMED
; A number ends at the first byte that is not a digit.
        LD      L,A
        LD      H,0
.DIGIT: EXX
        INC     L
        INC     HL
        FETCH
        EXX
        SUB     '0'
        CP      10
        JR      NC,VALUE
        CALL    TIMES10
        JP      NC,.DIGIT
.HOW:   CALL    TAKE            ; the other digits belong to the number, too
        CALL    RAW
        SUB     '0'
        CP      10
        JR      C,.HOW
        JP      HOW

; Parentheses and arrays.
SIGN:   ADD     A,'0'
        CP      '('
        JR      Z,.PAREN
        LD      E,LSTAR
        CP      '*'
        JP      Z,FUNC
        INC     E               ; LMEM
        CP      '%'
        JP      Z,FUNC
        INC     E               ; LPORT
        CP      '&'
        JP      Z,FUNC
        CP      '$'
        JP      Z,SORRY         ; the calculator
        JP      WHAT
.PAREN: LD      E,LPAREN
        JP      OPEN

; Variables, functions and @. A is the byte less '0'.
NAMED:  ADD     A,'0'
        CP      'Z' + 1
        JR      NC,RNDWORD
        SUB     'A'
        JR      C,ATSIGN
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
        JP      C,NAMEVAL
        LD      A,L
        ADD     A,LOW VARS
        LD      L,A
        LD      H,HIGH VARS
GETVAR: LD      A,(HL)
        INC     L
        LD      H,(HL)
        LD      L,A
; A factor is complete. A multiplication or division is done before blanks are skipped: its error is here.
VALUE:  BIT     1,B
        JR      Z,AFTER
        BIT     0,B
        JR      NZ,PRODUCT
AFTER:  PEEKIN
AFTERA: LD      E,A
        EX      AF,AF'          ; keeps the byte
        LD      D,HIGH CLASS
        LD      A,(DE)
        OR      A
        JR      Z,TERMINAL
        BIT     7,E             ; bytes from 128 on have no class
        JR      NZ,TERMINAL
        CP      CREL
        JP      NC,RELATION
        CP      CMUL
        JR      NC,.MUL
; + or -
        LD      D,A
        BIT     1,B
        JR      Z,.PUSH
        LD      A,C             ; another one waits: it is done, and this one takes its place
        LD      C,D
        CALL    ADDSUB
        PUSH    HL
        JP      OPERAND
.PUSH:  PUSH    BC
        PUSH    HL
        LD      B,2
        LD      C,D
        JP      OPERAND
.MUL:   PUSH    BC
        PUSH    HL
        LD      B,3
        LD      C,A
        JP      OPERAND
ATSIGN: INC     A               ; '@' is before 'A'
        JP      NZ,WHAT
        LD      E,LAT
        JP      FUNC
RNDWORD:
        CP      TRND
        JP      NZ,WHAT
        LD      E,LRND
        JP      FUNC

; Does the multiplication or division that waits.
PRODUCT:
        POP     DE
        LD      A,C
        CP      CMUL
        JR      NZ,.DIV
        CALL    TIMES
        POP     BC
        JP      AFTER
.DIV:   CALL    OVER
        POP     BC
        JP      AFTER

; Does the addition or subtraction A that waits; its left operand is on the stack above the return address.
ADDSUB: EX      DE,HL
        POP     HL
        EX      (SP),HL         ; HL: left, DE: right
        DEC     A               ; CADD is 1
        JR      NZ,.SUB
        OR      A
        ADC     HL,DE
        JP      PE,HOW
        RET
.SUB:   OR      A
        SBC     HL,DE
        JP      PE,HOW
        RET

; The expression or level ends here, or a comparison is done.
TERMINAL:
        LD      A,B
        OR      A
        JR      NZ,DOWAIT
ENDLVL: LD      A,C
        AND     7FH
        JR      NZ,CLOSE
        EX      AF,AF'
        RET

; Does what waits and looks at the byte again.
DOWAIT: DEC     A
        JR      Z,.REL
        LD      A,C
        CALL    ADDSUB
        POP     BC
        EX      AF,AF'
        JP      AFTERA
.REL:   POP     DE
        CALL    COMPARE
        AND     C
        LD      HL,0
        JR      Z,.FALSE
        INC     L
.FALSE: POP     BC
        EX      AF,AF'
        JP      AFTERA

; A comparison sign of class A. A level has one comparison; another sign ends it.
RELATION:
        LD      D,A
        LD      A,B
        OR      A
        JR      NZ,DOWAIT
        BIT     7,C
        JR      NZ,ENDLVL
        SET     7,C
        PUSH    BC
        PUSH    HL
        LD      B,1
        LD      A,D
        AND     7
        LD      C,A
        CALL    NEXT
        CP      '='
        JP      NZ,SUM
        LD      A,C
        BIT     1,A             ; after = and # it is not a part of the sign
        JP      NZ,SUM
        CP      5
        JP      Z,SUM
        SET     1,C
        ADV
        JP      SUM

; Opens a level of kind E. The text is at the last byte of its name.
FUNC:   CALL    NEXT
OPENIT: CP      '('
        JP      NZ,WHAT
OPEN:   ADV
        LD      HL,(EXPSP)
        OR      A
        SBC     HL,SP
        LD      A,L
        CP      EXPROOM
        JP      NC,SORRY
        PUSH    BC
        LD      C,E
        LD      B,0
        JP      SUM

; Computes the index of an element, in parentheses, and stops after them. The byte before is an array's sign.
INDEX:  LD      (EXPSP),SP
        LD      E,LINDEX
        JP      FUNC

; The end of a level of kind A with the value HL. The byte there was kept.
CLOSE:  CP      LPX
        JR      Z,.PX
        LD      E,A
        EX      AF,AF'
        CP      ')'
        JP      NZ,WHAT
        ADV
        LD      A,E
        DEC     A
        JR      NZ,.FUNC
        POP     BC              ; plain parentheses
        JP      VALUE
.PX:    EX      AF,AF'
        CP      ','
        JP      NZ,WHAT
        ADV
        PUSH    HL
        LD      BC,LPX2
        JP      SUM
.FUNC:  ADD     A,A
        LD      E,A
        LD      D,0
        EX      DE,HL
        LD      BC,LEVELS - 2
        ADD     HL,BC
        LD      C,(HL)
        INC     HL
        LD      B,(HL)
        EX      DE,HL
        PUSH    BC
        RET                     ; to the function, with its number in HL; the outer BC is on the stack

LEVELS: DW      ININDEX, FABS, FCALL, FJX, FJY, FTR, FKN, WHAT, FPX, FRND, FAT, FSTAR, FMEM, FPORT

ININDEX:
        POP     BC
        RET

; The functions end here: the value is HL, the outer BC on the stack.
RESULT: POP     BC
        JP      VALUE

; A name of two letters or more in an expression.
NAMEVAL:
        CALL    LOOKUP
        JP      NC,WHAT
        CP      LOW CURX
        JR      NC,.WORD
        CP      NKP
        JR      NC,.OTHER
        LD      E,A             ; a function
        CALL    PEEK
        JP      OPENIT
.WORD:  LD      H,HIGH CURX
        LD      L,A
        CP      LOW LINEX
        JP      NZ,GETVAR
        CALL    GETXY
        JP      VALUE
.OTHER: CP      NSZ
        JR      Z,.SZ
        JR      NC,.UNNAME
        PUSH    BC
        LD      A,2
        CALL    KEYWAIT
        POP     BC
        LD      L,A
        LD      H,0
        JP      VALUE
.SZ:    CALL    FREE
        JP      VALUE
.UNNAME:
        CALL    UNNAME          ; a statement
        JP      WHAT

; Returns in HL the free bytes, SZ. Changes A, F, DE.
FREE:   LD      HL,LIMIT
        LD      DE,(PEND)
        OR      A
        SBC     HL,DE
        SRL     H
        RR      L
        RET

; Waits for a key other than PAUSE. A tells who waits.
KEYWAIT:
        LD      (WAITS),A
.AGAIN: CALL    GETKEY
        CP      KPAUSE
        JR      Z,.AGAIN
        LD      HL,WAITS
        LD      (HL),0
        RET

; The text is after the letter whose index is L / 2. If a letter follows, it is the start of a name: returns C with the
; text at that start. Otherwise returns NC.
LONGER: CALL    RAW
        SUB     'A'
        CP      26
        RET     NC
        EXX
        DEC     HL
        DEC     HL
        EXX
        RET
