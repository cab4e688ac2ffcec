; BOX and LINE

; Computes an expression that a comma follows.
EXPRC:  CALL    EXPR
        CP      ','
        JP      NZ,WHAT
        ADV
        RET

; Computes the mode into (WIDTH) and A. HOW? unless it is 1 to 4. Returns Z for 4.
MODE:   CALL    EXPR
        LD      A,H
        OR      A
        JP      NZ,HOW
        LD      A,L
        DEC     A
        CP      4
        JP      NC,HOW
        INC     A
        LD      (WIDTH),A
        CP      4
        RET

; Draws the pixels of a byte and moves to the next.
FILL    MACRO
        LD      A,(HL)
        AND     D
        XOR     E
        LD      (HL),A
        INC     HL
        ENDM

; BOX x,y,w,h,mode
SBOX:   CALL    EXPRC
        PUSH    HL
        CALL    EXPRC
        PUSH    HL
        CALL    EXPRC
        PUSH    HL
        CALL    EXPRC
        PUSH    HL
        CALL    MODE
        POP     DE              ; h
        POP     IX              ; w
        POP     HL              ; y; x stays on the stack
        JR      Z,.NONE
        LD      C,44
        CALL    SPAN
        POP     HL
        JR      C,.DONE
        PUSH    DE              ; rows, counted upward
        PUSH    IX
        POP     DE
        LD      C,80
        CALL    SPAN
        POP     BC
        JR      C,.DONE
        LD      A,C
        SUB     B
        LD      B,A
        INC     B               ; number of rows
        LD      A,87
        SUB     C
        LD      L,A
        LD      C,D
        PUSH    DE
        CALL    ADDRESS
        POP     DE
        LD      A,E             ; C: bytes from the left edge to the right one
        RRCA
        RRCA
        AND     3FH
        LD      C,A
        LD      A,D
        RRCA
        RRCA
        AND     3FH
        SUB     C
        NEG
        LD      C,A
        LD      A,E
        AND     3
        LD      E,A
        LD      A,D
        AND     3
        PUSH    HL
        LD      HL,LMASKS
        CALL    .TABLE
        LD      D,A
        LD      A,E
        LD      HL,RMASKS
        CALL    .TABLE
        LD      E,A
        POP     HL
        LD      A,C
        OR      A
        JR      NZ,.WIDE
        LD      A,D             ; both edges in one byte
        AND     E
        CALL    COLUMN
.DONE:  JP      ENDSTMT
.NONE:  POP     HL
        JP      ENDSTMT
.WIDE:  PUSH    HL
        PUSH    DE
        PUSH    BC
        LD      A,D
        CALL    COLUMN
        POP     BC
        POP     DE
        POP     HL
        PUSH    HL
        PUSH    BC
        LD      A,E
        LD      D,0
        LD      E,C
        ADD     HL,DE
        CALL    COLUMN
        POP     BC
        POP     HL
        DEC     C
        JR      Z,.DONE
        INC     HL
        LD      A,0AAH
        CALL    MASKS
.ROW:   PUSH    BC
        PUSH    HL
        LD      A,C
        AND     3
        JR      Z,.FOURS
        LD      B,A
.BYTE:  FILL
        DJNZ    .BYTE
.FOURS: SRL     C
        SRL     C
        JR      Z,.DOWN
        LD      B,C
.FOUR:  FILL
        FILL
        FILL
        FILL
        DJNZ    .FOUR
.DOWN:  POP     HL
        LD      BC,ROW
        ADD     HL,BC
        POP     BC
        DJNZ    .ROW
        JP      ENDSTMT
.TABLE: ADD     A,L
        LD      L,A
        JR      NC,.SAME
        INC     H
.SAME:  LD      A,(HL)
        RET

LMASKS: DB      0AAH, 2AH, 0AH, 02H     ; from a pixel to the right end of its byte
RMASKS: DB      80H, 0A0H, 0A8H, 0AAH   ; from the left end to a pixel

; Draws the pixels of mask A in B rows from HL on. Changes A, F, B, DE, HL.
COLUMN: CALL    MASKS
        PUSH    BC
.NEXT:  LD      A,(HL)
        AND     D
        XOR     E
        LD      (HL),A
        LD      A,ROW
        ADD     A,L
        LD      L,A
        JR      NC,.SAME
        INC     H
.SAME:  DJNZ    .NEXT
        POP     BC
        RET

        INCLUDE "masks.asm"

        INCLUDE "span.asm"

; LINE x,y,mode. A line is drawn from its left end, and is the same from either end. It has one pixel for each step along its
; longer direction; the other coordinate is rounded to the nearest, a half upward or to the right: a counter starts with
; half the longer distance, each step subtracts the shorter distance, and below 0 the longer one is added and the other
; coordinate moves.
;   HL  counter            IX, IY  the left end
;   DE  shorter distance   BC      longer distance
; (WIDTH) has the mode and these flags:
LFLAT   EQU     7               ; bit: x is the longer direction
LDOWN   EQU     6               ; bit: y decreases
SLINE:  CALL    EXPRC
        PUSH    HL
        CALL    EXPRC
        PUSH    HL
        CALL    MODE
        POP     DE              ; to x = BC, y = DE
        POP     BC
        LD      IY,(LINEY)      ; from x = HL, y = IY
        LD      (LINEY),DE
        LD      HL,(LINEX)
        LD      (LINEX),BC
        JP      Z,ENDSTMT
        EXX
        PUSH    HL              ; the text
        EXX
        PUSH    HL
        OR      A
        SBC     HL,BC
        CALL    LESS
        POP     HL
        JR      C,.LEFT
        PUSH    IY              ; exchanges the ends
        PUSH    DE
        POP     IY
        POP     DE
        PUSH    HL
        LD      H,B
        LD      L,C
        POP     BC
.LEFT:  PUSH    HL
        POP     IX
        LD      H,B             ; are both ends on the screen?
        LD      L,C
        PUSH    DE
        CALL    ONSCREEN
        JR      C,.OFF
        PUSH    IX
        POP     HL
        PUSH    IY
        POP     DE
        CALL    ONSCREEN
.OFF:   POP     HL              ; y of the right end
        PUSH    AF              ; C: not both
        PUSH    IY
        POP     DE
        OR      A
        SBC     HL,DE
        CALL    LESS
        LD      A,(WIDTH)
        JR      NC,.UP
        SET     LDOWN,A
        PUSH    AF
        CALL    NEGATE
        POP     AF
.UP:    EX      DE,HL           ; DE: distance in y
        LD      H,B
        LD      L,C
        PUSH    IX
        POP     BC
        OR      A
        SBC     HL,BC           ; HL: distance in x
        OR      A
        SBC     HL,DE
        JR      Z,.STEEP
        JR      C,.STEEP
        ADD     HL,DE
        SET     LFLAT,A
        EX      DE,HL
        LD      B,D
        LD      C,E
        EX      DE,HL
        JR      .KIND
.STEEP: ADD     HL,DE
        LD      B,D
        LD      C,E
        EX      DE,HL
.KIND:  LD      (WIDTH),A
        LD      H,B
        LD      L,C
        CP      (1 SHL LFLAT) + (1 SHL LDOWN)
        JR      NC,.HALF
        DEC     HL
.HALF:  SRL     H
        RR      L
        POP     AF
        JP      C,SLOWLINE

; A line whose ends are on the screen. In the alternate registers: HL address, C mask, B pixels, DE a row up or down. IX
; draws a pixel and jumps to IY.
        PUSH    HL
        PUSH    DE
        PUSH    BC
        PUSH    IX
        POP     DE
        PUSH    IY
        POP     HL
        CALL    PIXEL
        LD      C,A
        LD      A,(WIDTH)
        LD      B,A
        LD      DE,-ROW
        BIT     LDOWN,A
        JR      Z,.MODE
        LD      DE,ROW
.MODE:  LD      IX,SETDOT
        AND     7
        DEC     A
        JR      Z,.START
        LD      IX,CLRDOT
        DEC     A
        JR      Z,.START
        LD      IX,REVDOT
.START: LD      A,B
        EXX
        POP     BC
        POP     DE
        POP     HL
        RLA
        LD      A,C             ; steps
        EXX
        LD      B,A
        INC     B
        JR      C,FLAT

STEEP:  LD      IY,.NEXT
.DOT:   LD      A,C
        JP      (IX)
.NEXT:  DEC     B
        JR      Z,ENDLIN
        ADD     HL,DE
        EXX
        OR      A
        SBC     HL,DE
        JR      C,.MOVE
        EXX
        JR      .DOT
.MOVE:  ADD     HL,BC
        EXX
        RRC     C
        RRC     C
        JR      NC,.DOT
        INC     HL
        JR      .DOT

FLAT:   LD      IY,.NEXT
.DOT:   LD      A,C
        JP      (IX)
.NEXT:  DEC     B
        JR      Z,ENDLIN
        RRC     C
        RRC     C
        JR      NC,.SAME
        INC     HL
.SAME:  EXX
        OR      A
        SBC     HL,DE
        JR      C,.MOVE
        EXX
        JR      .DOT
.MOVE:  ADD     HL,BC
        EXX
        ADD     HL,DE
        JR      .DOT

; The ends of both kinds of lines.
ENDLIN: EXX
ENDSLOW:
        POP     HL
        CALL    SETTXT
        JP      ENDSTMT

; Draw a pixel: A and C are its mask.
SETDOT: OR      (HL)
        LD      (HL),A
        JP      (IY)
CLRDOT: CPL
        AND     (HL)
        LD      (HL),A
        JP      (IY)
REVDOT: XOR     (HL)
        LD      (HL),A
        JP      (IY)

; A line that leaves the screen: IX, IY is the current point. The alternate BC has the steps.
SLOWLINE:
        PUSH    BC
        EXX
        POP     BC
        EXX
.NEXT:  PUSH    HL
        PUSH    DE
        PUSH    BC
        PUSH    IX
        POP     DE
        PUSH    IY
        POP     HL
        CALL    PIXEL
        CALL    NC,DOT
        POP     BC
        POP     DE
        POP     HL
        LD      A,(TRACING)
        RLA
        JP      C,BREAK
        EXX
        LD      A,B
        OR      C
        DEC     BC
        EXX
        JR      Z,ENDSLOW
        LD      A,(WIDTH)
        RLA
        JR      C,.FLAT
        CALL    .MOVEY
        OR      A
        SBC     HL,DE
        JR      NC,.NEXT
        ADD     HL,BC
        INC     IX
        JR      .NEXT
.FLAT:  INC     IX
        OR      A
        SBC     HL,DE
        JR      NC,.NEXT
        ADD     HL,BC
        CALL    .MOVEY
        JR      .NEXT
.MOVEY: LD      A,(WIDTH)
        BIT     LDOWN,A
        JR      NZ,.DOWN
        INC     IY
        RET
.DOWN:  DEC     IY
        RET

; After a subtraction of words: C if the first was less, as numbers with sign. Changes F.
LESS:   JP      PE,.OVER
        SCF
        RET     M
        CCF
        RET
.OVER:  SCF
        RET     P
        CCF
        RET

        INCLUDE "dot.asm"

        INCLUDE "onscreen.asm"
