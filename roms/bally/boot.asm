; A boot ROM for an emulated Bally Professional Arcade, of this project's own. It has none of the routines of the
; manufacturer's ROM. It starts a cartridge that begins with a jump (C3 at 2000), with SP = 4FCE, cleared memory and the
; registers below. Without one it shows a test card that names the keys of the keypad and the switches of the handles,
; inverts those that are active, and plays a tone while any is.
;
; `boot.bin` is this source assembled and filled with FF to 8192 bytes; a test of crates/bally compares them.

        CPU     z80

        INCLUDE "bally.inc"

STACK   EQU     4FCEH
STATE   EQU     4FD0H           ; the last values of the ports 17 to 14 and 10 to 13

        ORG     0
        DI
        LD      SP,STACK
        JP      START

        ORG     38H             ; IM 1, if a cartridge has nothing else
        EI
        RET

        ORG     40H
VECTOR: DW      FRAME

FRAME:  EI
        RET

START:  LD      HL,SCREEN
        LD      DE,SCREEN + 1
        LD      BC,0FFFH
        LD      (HL),0
        LDIR
        LD      HL,COLORS
        LD      BC,800H + COLBX
        OTIR
        LD      HL,SILENCE
        LD      BC,800H + SNDBX
        OTIR
        LD      B,SETUPS
        LD      HL,SETUP
SET:    LD      C,(HL)
        INC     HL
        LD      A,(HL)
        INC     HL
        OUT     (C),A
        DJNZ    SET
        LD      A,(2000H)
        CP      0C3H
        JP      Z,2000H

; The test card.
        LD      HL,TEXTS
        LD      B,TEXTN
WRITE:  PUSH    BC
        CALL    TEXT
        POP     BC
        DJNZ    WRITE
        CALL    BARS
        XOR     A
        LD      I,A
        IM      2
        EI

LOOP:   HALT
        LD      IX,STATE
        CALL    KEYS
        CALL    HANDS
        CALL    TONE
        JR      LOOP

; Inverts the keys that changed, column by column. A column is 9 bytes wide, a key 8 rows high.
KEYS:   LD      DE,32 * ROW + 2
        LD      C,17H
.NEXT:  CALL    CHANGE
        PUSH    DE
        PUSH    BC
        LD      BC,8 * ROW
        LD      H,9
        CALL    CELLS
        POP     BC
        POP     DE
        LD      HL,9
        ADD     HL,DE
        EX      DE,HL
        DEC     C
        LD      A,C
        CP      13H
        JR      NZ,.NEXT
        RET

; Inverts the letters of the handles' switches that changed. A letter is 3 bytes wide.
HANDS:  LD      C,10H
        LD      HL,PLACES
.NEXT:  LD      E,(HL)
        INC     HL
        LD      D,(HL)
        INC     HL
        PUSH    HL
        CALL    CHANGE
        PUSH    BC
        LD      BC,3
        LD      H,3
        CALL    CELLS
        POP     BC
        POP     HL
        INC     C
        LD      A,C
        CP      14H
        JR      NZ,.NEXT
        RET

; Returns in A the bits of port C that differ from the last time, and moves IX to the next port. Changes L.
CHANGE: IN      A,(C)
        LD      L,A
        XOR     (IX+0)
        LD      (IX+0),L
        INC     IX
        RET

; Inverts the cells of the bits of A, the lowest first: DE is the first one, BC the distance, H the width in bytes.
CELLS:  SRL     A
        CALL    C,BOX
        PUSH    HL
        LD      H,B
        LD      L,C
        ADD     HL,DE
        EX      DE,HL
        POP     HL
        OR      A
        JR      NZ,CELLS
        RET

; Inverts 8 rows of H bytes at DE.
BOX:    PUSH    AF
        PUSH    BC
        PUSH    DE
        LD      A,XOR_IN
        OUT     (MAGIC),A
        LD      C,8
.LINE:  LD      B,H
        PUSH    DE
        LD      A,0FFH
.BYTE:  LD      (DE),A
        INC     DE
        DJNZ    .BYTE
        POP     DE
        PUSH    HL
        LD      HL,ROW
        ADD     HL,DE
        EX      DE,HL
        POP     HL
        DEC     C
        JR      NZ,.LINE
        POP     DE
        POP     BC
        POP     AF
        RET

; Plays a tone while any key or switch is active.
TONE:   LD      HL,STATE
        LD      B,8
        XOR     A
.ANY:   OR      (HL)
        INC     HL
        DJNZ    .ANY
        JR      Z,.OUT
        OR      40H
        OUT     (TONEA),A
        LD      A,0CH
.OUT:   OUT     (VOLAB),A
        RET

; Four bars of the four pixel values.
BARS:   LD      DE,SCREEN + 18 * ROW
        LD      C,8
.LINE:  LD      HL,VALUES
        LD      B,4
.BAR:   LD      A,(HL)
        INC     HL
        PUSH    BC
        LD      B,10
.BYTE:  LD      (DE),A
        INC     DE
        DJNZ    .BYTE
        POP     BC
        DJNZ    .BAR
        DEC     C
        JR      NZ,.LINE
        RET

; Draws a text. HL = address of the first character in magic memory, characters, 0; it returns the address after them.
TEXT:   LD      E,(HL)
        INC     HL
        LD      D,(HL)
        INC     HL
        LD      C,0             ; pixels to shift
.NEXT:  LD      A,(HL)
        INC     HL
        OR      A
        RET     Z
        PUSH    HL
        CALL    GLYPH
        POP     HL
        INC     DE              ; 6 pixels: a byte and a half
        LD      A,C
        XOR     2
        LD      C,A
        JR      NZ,.NEXT
        INC     DE
        JR      .NEXT

; Draws character A at DE in magic memory, shifted by C pixels. Preserves C and DE.
GLYPH:  PUSH    DE
        SUB     20H
        LD      L,A
        LD      H,0
        LD      D,H
        LD      E,L
        ADD     HL,HL
        ADD     HL,HL
        ADD     HL,HL
        SBC     HL,DE           ; 7 bytes each; the last addition left no carry
        LD      DE,FONT
        ADD     HL,DE
        POP     DE
        PUSH    DE
        LD      B,7
.ROW:   LD      A,C
        OR      EXPAND + OR_IN
        OUT     (MAGIC),A
        LD      A,(HL)
        INC     HL
        ADD     A,A
        ADD     A,A
        ADD     A,A
        LD      (DE),A          ; four pixels
        INC     DE
        LD      (DE),A          ; the fifth
        INC     DE
        XOR     A
        LD      (DE),A          ; what the shift has left
        PUSH    HL
        LD      HL,ROW - 2
        ADD     HL,DE
        EX      DE,HL
        POP     HL
        DJNZ    .ROW
        POP     DE
        RET

; For OTIR: the last byte is for register 0. COL3L to COL0L, then COL3R to COL0R.
COLORS: DB      07H, 0BDH, 6CH, 0F9H
        DB      07H, 0BDH, 6CH, 0F9H
SILENCE:
        DB      0,0,0,0, 0,0,0,0

SETUP:  DB      CONCM,0, HORCB,41, VERBL,192, XPAND,0CH, TONMO,71
        DB      INFBK,LOW VECTOR, INLIN,200, INMOD,8
SETUPS  EQU     ($ - SETUP) / 2

VALUES: DB      00H, 55H, 0AAH, 0FFH

PLACES: DW      80 * ROW + 5, 80 * ROW + 24, 88 * ROW + 5, 88 * ROW + 24

TEXTS:  DW      0 * ROW + 9
        DB      "ARCADIAN BOOT ROM",0
        DW      8 * ROW + 4
        DB      "NO AUTOSTART CARTRIDGE",0
        DW      32 * ROW + 2
        DB      "GO    PAUSE HALT  ",99,0
        DW      40 * ROW + 2
        DB      "7     8     9     ",98,0
        DW      48 * ROW + 2
        DB      "4     5     6     -",0
        DW      56 * ROW + 2
        DB      "1     2     3     +",0
        DW      64 * ROW + 2
        DB      "SPACE 0     ERASE =",0
        DW      72 * ROW + 2
        DB      "GREEN RED   BLUE  WORDS",0
        DW      80 * ROW + 2
        DB      "1 U D L R T",0
        DW      80 * ROW + 21
        DB      "2 U D L R T",0
        DW      88 * ROW + 2
        DB      "3 U D L R T",0
        DW      88 * ROW + 21
        DB      "4 U D L R T",0
TEXTN   EQU     12

; The glyphs of the codes 20 to 63, seven rows each, from crates/screen; the leftmost pixel is bit 4.
FONT:
        DB      00H,00H,00H,00H,00H,00H,00H     ; 20  
        DB      04H,04H,04H,04H,04H,00H,04H     ; 21 !
        DB      0AH,0AH,0AH,00H,00H,00H,00H     ; 22 "
        DB      0AH,0AH,1FH,0AH,1FH,0AH,0AH     ; 23 #
        DB      04H,0FH,14H,0EH,05H,1EH,04H     ; 24 $
        DB      18H,19H,02H,04H,08H,13H,03H     ; 25 %
        DB      0CH,12H,14H,08H,15H,12H,0DH     ; 26 &
        DB      0CH,04H,08H,00H,00H,00H,00H     ; 27 '
        DB      02H,04H,08H,08H,08H,04H,02H     ; 28 (
        DB      08H,04H,02H,02H,02H,04H,08H     ; 29 )
        DB      00H,04H,15H,0EH,15H,04H,00H     ; 2A *
        DB      00H,04H,04H,1FH,04H,04H,00H     ; 2B +
        DB      00H,00H,00H,00H,06H,04H,18H     ; 2C ,
        DB      00H,00H,00H,0EH,00H,00H,00H     ; 2D -
        DB      00H,00H,00H,00H,00H,0CH,0CH     ; 2E .
        DB      02H,02H,02H,04H,08H,08H,08H     ; 2F /
        DB      0EH,11H,13H,15H,19H,11H,0EH     ; 30 0
        DB      04H,0CH,04H,04H,04H,04H,0EH     ; 31 1
        DB      0EH,11H,01H,06H,08H,10H,1FH     ; 32 2
        DB      0EH,11H,01H,06H,01H,11H,0EH     ; 33 3
        DB      02H,06H,0AH,12H,1FH,02H,02H     ; 34 4
        DB      1FH,10H,1EH,01H,01H,11H,0EH     ; 35 5
        DB      06H,08H,10H,1EH,11H,11H,0EH     ; 36 6
        DB      1FH,01H,02H,04H,08H,08H,08H     ; 37 7
        DB      0EH,11H,11H,0EH,11H,11H,0EH     ; 38 8
        DB      0EH,11H,11H,0FH,01H,02H,0CH     ; 39 9
        DB      00H,0CH,0CH,00H,0CH,0CH,00H     ; 3A :
        DB      00H,06H,06H,00H,06H,04H,18H     ; 3B ;
        DB      00H,03H,0CH,10H,0CH,03H,00H     ; 3C <
        DB      00H,00H,1FH,00H,1FH,00H,00H     ; 3D =
        DB      00H,18H,06H,01H,06H,18H,00H     ; 3E >
        DB      0EH,11H,01H,02H,04H,00H,04H     ; 3F ?
        DB      0EH,11H,17H,15H,16H,10H,0FH     ; 40 @
        DB      04H,0AH,11H,11H,1FH,11H,11H     ; 41 A
        DB      1EH,11H,11H,1EH,11H,11H,1EH     ; 42 B
        DB      0EH,11H,10H,10H,10H,11H,0EH     ; 43 C
        DB      1CH,12H,11H,11H,11H,12H,1CH     ; 44 D
        DB      1FH,10H,10H,1EH,10H,10H,1FH     ; 45 E
        DB      1FH,10H,10H,1EH,10H,10H,10H     ; 46 F
        DB      0EH,11H,10H,17H,11H,11H,0FH     ; 47 G
        DB      11H,11H,11H,1FH,11H,11H,11H     ; 48 H
        DB      0EH,04H,04H,04H,04H,04H,0EH     ; 49 I
        DB      07H,02H,02H,02H,02H,12H,0CH     ; 4A J
        DB      11H,12H,14H,18H,14H,12H,11H     ; 4B K
        DB      10H,10H,10H,10H,10H,10H,1FH     ; 4C L
        DB      11H,1BH,15H,15H,11H,11H,11H     ; 4D M
        DB      11H,11H,19H,15H,13H,11H,11H     ; 4E N
        DB      0EH,11H,11H,11H,11H,11H,0EH     ; 4F O
        DB      1EH,11H,11H,1EH,10H,10H,10H     ; 50 P
        DB      0EH,11H,11H,11H,15H,12H,0DH     ; 51 Q
        DB      1EH,11H,11H,1EH,14H,12H,11H     ; 52 R
        DB      0FH,10H,10H,0EH,01H,01H,1EH     ; 53 S
        DB      1FH,04H,04H,04H,04H,04H,04H     ; 54 T
        DB      11H,11H,11H,11H,11H,11H,0EH     ; 55 U
        DB      11H,11H,11H,11H,0AH,0AH,04H     ; 56 V
        DB      11H,11H,11H,15H,15H,1BH,11H     ; 57 W
        DB      11H,11H,0AH,04H,0AH,11H,11H     ; 58 X
        DB      11H,11H,0AH,04H,04H,04H,04H     ; 59 Y
        DB      1FH,01H,02H,04H,08H,10H,1FH     ; 5A Z
        DB      0EH,08H,08H,08H,08H,08H,0EH     ; 5B [
        DB      08H,08H,08H,04H,02H,02H,02H     ; 5C \
        DB      0EH,02H,02H,02H,02H,02H,0EH     ; 5D ]
        DB      04H,0EH,15H,04H,04H,04H,04H     ; 5E ↑
        DB      00H,04H,08H,1FH,08H,04H,00H     ; 5F ←
        DB      00H,04H,02H,1FH,02H,04H,00H     ; 60 →
        DB      04H,04H,04H,04H,15H,0EH,04H     ; 61 ↓
        DB      00H,11H,0AH,04H,0AH,11H,00H     ; 62 ×
        DB      04H,00H,00H,1FH,00H,00H,04H     ; 63 ÷
