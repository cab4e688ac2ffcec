; The text screen: characters, new lines, scrolling. The picture is in the bits of mask AA.

LEFT    EQU     -77             ; CX of the first cell of a row
LASTX   EQU     73              ; CX of the last one
TOPY    EQU     40              ; CY of the first row
LASTY   EQU     -40             ; CY of the last one

; The cursor goes to the first cell.
HOME:   LD      HL,LEFT
        LD      (CURX),HL
        LD      HL,TOPY
        LD      (CURY),HL
        RET

; CLEAR
SCLEAR: CALL    HOME
        LD      HL,PICTURE
        LD      DE,PICEND - PICTURE
        CALL    ERASEBITS
        JP      ENDSTMT

; Clears the picture in DE bytes at HL, a multiple of 8 at an address that is one, too.
ERASEBITS:
        LD      C,55H
        SRL     D
        RR      E
        SRL     D
        RR      E
        SRL     D
        RR      E
        LD      B,E
        INC     D
.NEXT:  LD      A,(HL)
        AND     C
        LD      (HL),A
        INC     L
        LD      A,(HL)
        AND     C
        LD      (HL),A
        INC     L
        LD      A,(HL)
        AND     C
        LD      (HL),A
        INC     L
        LD      A,(HL)
        AND     C
        LD      (HL),A
        INC     L
        LD      A,(HL)
        AND     C
        LD      (HL),A
        INC     L
        LD      A,(HL)
        AND     C
        LD      (HL),A
        INC     L
        LD      A,(HL)
        AND     C
        LD      (HL),A
        INC     L
        LD      A,(HL)
        AND     C
        LD      (HL),A
        INC     HL
        DJNZ    .NEXT
        DEC     D
        JR      NZ,.NEXT
        RET

; Shows the code A: a character, a word, a new line or an erasure; other codes do nothing. Changes all main registers.
PUT:    LD      L,A
        LD      H,0
        LD      (LASTTV),HL
        CP      100
        JR      NC,.WORD
        CP      ' '
        JR      NC,DRAW
        CP      CR
        JR      Z,NEWLINE
        CP      ERASE
        JP      Z,DELETE
        RET
.WORD:  SUB     TFIRST
        CP      16
        RET     NC
        INC     A
        JP      PUTWORD

; Draws the character A, with its note, and moves the cursor; after the last cell it goes to the next row.
DRAW:   LD      C,A
        PUSH    AF
        CALL    SHOWNOTE
        POP     AF
        CALL    GLYPH
        LD      HL,(CURX)
        LD      DE,6
        OR      A
        ADC     HL,DE
        JP      PE,NEWLINE
        LD      A,H
        OR      A
        JP      M,.STORE
        JR      NZ,NEWLINE
        LD      A,L
        CP      LASTX + 1
        JR      NC,NEWLINE
.STORE: LD      (CURX),HL
        RET

; Moves to the next row; at the last one the picture scrolls.
NEWLINE:
        LD      HL,LEFT
        LD      (CURX),HL
        LD      HL,(CURY)
        LD      DE,-8
        OR      A
        ADC     HL,DE
        JP      PO,.NO
        LD      HL,8000H
.NO:    LD      DE,-LASTY
        PUSH    HL
        ADD     HL,DE           ; CY + 40; of numbers below -40 none overflows to a number without sign
        LD      A,H
        POP     HL
        RLA
        JR      C,.SCROLL
.STORE: LD      (CURY),HL
        RET
.SCROLL:
        BIT     7,H
        JR      Z,.STORE        ; it has
        LD      DE,8            ; the greater of CY + 8 and -40
        ADD     HL,DE
        LD      A,H
        INC     A
        JR      NZ,.LAST
        LD      A,L
        CP      LOW LASTY
        JR      NC,.SET
.LAST:  LD      HL,LASTY
.SET:   LD      (CURY),HL

; Moves the picture up by 8 rows, page by page: byte by byte in the pages without text, otherwise without the text bits.
SCROLL: LD      HL,PICTURE
        LD      DE,PICTURE + 8 * ROW
        LD      A,(ZLOW)
        CALL    .TO
        LD      A,(ZHIGH)       ; a page is moved from the two after it
        SUB     2
        CP      HIGH LASTPAGE
        JR      C,.END
        LD      A,HIGH LASTPAGE
.END:   SUB     H
        JR      C,.REST
        JR      Z,.REST
        LD      B,A
        LD      C,0
        EX      DE,HL
.COPY:  LDI
        LDI
        LDI
        LDI
        LDI
        LDI
        LDI
        LDI
        JP      PE,.COPY
        EX      DE,HL
.REST:  LD      A,HIGH LASTPAGE
        CALL    .TO
        LD      B,(LASTPAGE AND 0FFH) / 8
        CALL    MOVEUP
        LD      DE,8 * ROW
        JP      ERASEBITS
; Moves until page A, or the last whole page.
.TO:    LD      C,0AAH
        CP      HIGH LASTPAGE
        JR      C,.PAGE
        LD      A,HIGH LASTPAGE
.PAGE:  CP      H
        RET     Z
        RET     C
        PUSH    AF
        LD      B,256 / 8
        CALL    MOVEUP
        POP     AF
        JR      .PAGE
LASTPAGE EQU    PICTURE + 80 * ROW
        INCLUDE "move.asm"

; Moves back one cell and clears it; at the left edge to the end of the row above.
DELETE: LD      HL,(CURX)
        LD      DE,-LEFT
        PUSH    HL
        OR      A
        ADC     HL,DE           ; CX + 77
        LD      A,H
        LD      C,L
        POP     HL
        JP      PE,.BACK        ; a large one
        OR      A
        JP      M,.BACK         ; left of the first cell
        JR      NZ,.BACK
        LD      A,C
        CP      6
        JR      NC,.BACK
        LD      HL,(CURY)
        LD      A,H
        RLA
        JR      C,.UP
        LD      DE,-TOPY
        PUSH    HL
        ADD     HL,DE
        LD      A,H
        POP     HL
        RLA
        JR      NC,.CLEAR       ; in the first row
.UP:    LD      DE,8
        ADD     HL,DE
        LD      (CURY),HL
        LD      HL,LASTX
        JR      .STORE
.BACK:  LD      DE,-6
        OR      A
        ADC     HL,DE
        JP      PO,.STORE
        LD      HL,8000H
.STORE: LD      (CURX),HL
.CLEAR: LD      A,' '

; Draws the character A in the cell at the cursor, 6 x 8 pixels; what is outside the screen is not drawn.
;
; A byte of FONT has the five pixels of a row in the bits 7, 5, 3, 1 and 6: the first four are where the picture has them if
; the cell begins in a byte, and the fifth gets there by a shift.
GLYPH:  LD      L,A             ; 7 bytes each
        LD      H,0
        LD      E,L
        LD      D,H
        ADD     HL,HL
        ADD     HL,HL
        ADD     HL,HL
        SBC     HL,DE           ; the addition left no carry
        PUSH    HL
        LD      HL,(CURX)       ; the column is CX + 77, the row 40 - CY
        LD      DE,-LEFT
        ADD     HL,DE
        LD      A,H
        OR      A
        JP      NZ,CLIPPED
        LD      A,L
        CP      155
        JP      NC,CLIPPED
        LD      C,A
        LD      DE,(CURY)
        LD      HL,TOPY
        OR      A
        SBC     HL,DE
        LD      A,H
        OR      A
        JP      NZ,CLIPPED
        LD      A,L
        CP      81
        JP      NC,CLIPPED
        CALL    ADDRESS
        POP     DE
        EX      DE,HL
        LD      A,C
        RRA
        JP      C,ODDCOL
        RRA
        JP      C,HALFCOL
        LD      BC,FONT - 7 * ' '
        ADD     HL,BC
        EX      DE,HL
        LD      BC,ROW - 1
ROW0    MACRO
        LD      A,(DE)
        XOR     (HL)
        AND     0AAH
        XOR     (HL)
        LD      (HL),A
        INC     HL
        LD      A,(DE)
        INC     DE
        ADD     A,A
        XOR     (HL)
        AND     0A0H
        XOR     (HL)
        LD      (HL),A
        ADD     HL,BC
        ENDM
        ROW0
        ROW0
        ROW0
        ROW0
        ROW0
        ROW0
        ROW0
        LD      A,(HL)          ; the blank row
        AND     55H
        LD      (HL),A
        INC     HL
        LD      A,(HL)
        AND     5FH
        LD      (HL),A
        RET

; The cell begins in the middle of a byte.
HALFCOL:
        LD      BC,FONT - 7 * ' '
        ADD     HL,BC
        EX      DE,HL
        LD      B,0
ROW2    MACRO
        LD      A,(DE)
        INC     DE
        RRCA
        RRCA
        RRCA
        RRCA
        LD      C,A             ; the pixels are in the bits 3, 1, 7, 5 and 2
        XOR     (HL)
        AND     0AH
        XOR     (HL)
        LD      (HL),A
        INC     HL
        LD      A,C
        AND     0A4H
        ADD     A,04H           ; the fifth moves from bit 2 to bit 3
        XOR     (HL)
        AND     0AAH
        XOR     (HL)
        LD      (HL),A
        LD      C,ROW - 1
        ADD     HL,BC
        ENDM
        ROW2
        ROW2
        ROW2
        ROW2
        ROW2
        ROW2
        ROW2
        LD      A,(HL)
        AND     0F5H
        LD      (HL),A
        INC     HL
        LD      A,(HL)
        AND     55H
        LD      (HL),A
        RET

ODDCOL: LD      BC,FONT - 7 * ' '
        ADD     HL,BC
        EX      DE,HL
        LD      B,8
        RRA
        JR      C,.THREE
.ONE:   CALL    .BYTE
        RRCA
        RRCA
        LD      C,A
        XOR     (HL)
        AND     2AH
        XOR     (HL)
        LD      (HL),A
        INC     HL
        LD      A,C             ; the fourth pixel is in bit 7, the fifth in bit 4
        ADD     A,A
        XOR     C
        AND     7FH
        XOR     C
        AND     0A0H
        XOR     (HL)
        AND     0A8H
        XOR     (HL)
        LD      (HL),A
        LD      A,ROW - 1
        ADD     A,L
        LD      L,A
        JR      NC,.ONE1
        INC     H
.ONE1:  DJNZ    .ONE
        RET

.THREE: CALL    .BYTE
        RLCA
        RLCA
        LD      C,A
        XOR     (HL)
        AND     02H
        XOR     (HL)
        LD      (HL),A
        INC     HL
        LD      A,C             ; the fifth pixel is in bit 0
        ADD     A,A
        XOR     C
        AND     03H
        XOR     C
        XOR     (HL)
        AND     0AAH
        XOR     (HL)
        LD      (HL),A
        INC     HL
        RES     7,(HL)
        LD      A,ROW - 2
        ADD     A,L
        LD      L,A
        JR      NC,.THREE1
        INC     H
.THREE1:
        DJNZ    .THREE
        RET
; Returns the next row of the glyph in A, 0 for the last one.
.BYTE:  LD      A,B
        DEC     A
        RET     Z
        LD      A,(DE)
        INC     DE
        RET

        INCLUDE "address.asm"
        INCLUDE "mask.asm"

; GLYPH for a cell that is partly outside. On the stack: the offset in the font.
CLIPPED:
        LD      HL,(CURX)
        LD      DE,-LEFT + 5    ; a cell on the screen has a column of -5 to 159
        ADD     HL,DE
        LD      A,H
        OR      A
        JR      NZ,.NONE
        LD      A,L
        CP      165
        JR      NC,.NONE
        SUB     5
        LD      C,A             ; column, -5 to 159
        LD      DE,(CURY)
        LD      HL,TOPY + 7     ; and a row of -7 to 87
        OR      A
        SBC     HL,DE
        LD      A,H
        OR      A
        JR      NZ,.NONE
        LD      A,L
        CP      95
        JR      NC,.NONE
        SUB     7
        LD      B,A             ; row
        POP     HL
        LD      DE,FONT - 7 * ' '
        ADD     HL,DE
        EX      DE,HL
        LD      A,8
.ROW:   PUSH    AF
        DEC     A
        JR      NZ,.GLYPH
        LD      DE,CLASS        ; 0: the blank row
.GLYPH: LD      A,B
        CP      88
        CALL    C,CLIPROW
        INC     DE
        INC     B
        POP     AF
        DEC     A
        JR      NZ,.ROW
        RET
.NONE:  POP     HL
        RET

; Draws row (DE) of a glyph at row B, column C, pixel by pixel. Preserves BC and DE.
CLIPROW:
        PUSH    BC
        PUSH    DE
        LD      A,(DE)
        LD      D,A
        LD      E,6
.PIXEL: LD      A,C
        CP      160
        JR      NC,.OUT
        PUSH    DE
        PUSH    BC
        LD      L,B
        CALL    ADDRESS
        CALL    MASK
        POP     BC
        POP     DE
        BIT     7,D
        JR      Z,.CLEAR
        OR      (HL)
        JR      .WRITE
.CLEAR: CPL
        AND     (HL)
.WRITE: LD      (HL),A
.OUT:   INC     C
        SLA     D               ; pixels are in the bits 7, 5, 3, 1, then 6
        SLA     D
        DEC     E
        LD      A,E
        SUB     2
        JR      NZ,.MORE
        POP     HL
        PUSH    HL
        LD      A,(HL)
        ADD     A,A
        AND     80H
        LD      D,A
.MORE:  LD      A,E
        OR      A
        JR      NZ,.PIXEL
        POP     DE
        POP     BC
        RET

; Returns the address of the pixel at x = DE, y = HL in HL and its mask in A; C if it is outside the screen.
PIXEL:  LD      BC,44
        ADD     HL,BC           ; 0 to 87 upward
        LD      A,H
        OR      A
        SCF
        RET     NZ
        LD      A,L
        CP      88
        CCF
        RET     C
        LD      A,87
        SUB     L
        LD      L,A
        EX      DE,HL
        LD      BC,80
        ADD     HL,BC
        LD      A,H
        OR      A
        SCF
        RET     NZ
        LD      A,L
        CP      160
        CCF
        RET     C
        LD      C,L
        EX      DE,HL
        CALL    ADDRESS
        CALL    MASK
        OR      A
        RET
