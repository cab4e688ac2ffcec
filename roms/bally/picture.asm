; A moving picture for the Bally: fish in the sea. Four of them swim from side to side. The stick of handle 1 moves the fifth,
; and the boundary between light and dusk follows it. The trigger turns the others around. A touch is heard.
;
; It shows
; - sprites at any pixel with the magic functions expand, shift, flop and XOR, and scenery with OR,
; - how to draw where the beam is not, so that nothing flickers at 60 pictures a second,
; - more than four colors on each side of the screen, by an interrupt at several lines of every frame.
;
;     arcadian asm roms/bally/picture.asm -o picture.bin
;
; `picture.bin` is filled with FF to 2048 bytes.

        CPU     z80
        INCLUDE "bally.inc"

LINES   EQU     192             ; lines with data: 96 rows of 40 bytes; the rest of the RAM is free for variables
TALL    EQU     10              ; rows of a fish
RIGHTM  EQU     143             ; the last X of a fish: its 16 pixels and the shift end with the row
TOP     EQU     14              ; the player's first row
BOTTOM  EQU     76              ; and the last one
TURN    EQU     218             ; a line in vertical blanking, where the colors of the next frame can be set

; A fish. X and its speed have a fraction in the low byte, so that a fish can move by half a pixel in a frame.
X       EQU     0               ; 2 bytes: fraction, pixel
Y       EQU     2               ; row
SPEED   EQU     3               ; 2 bytes: fraction, pixels for each frame; negative is to the left
INK     EQU     5               ; XPAND: the pixel value in bits 3-2
SHAPE   EQU     6               ; 2 bytes: address of the pattern
SIZE    EQU     8
COUNT   EQU     5

        ORG     4F00H
FISH:   DS      SIZE * COUNT    ; the player's is the first one
DUE:    DS      1               ; 1: the beam has passed the picture
BOUND:  DS      1               ; HORCB
TIME:   DS      1               ; frames, for the tails
HELD:   DS      1               ; the switches of handle 1
TRIGGER:
        DS      1               ; those that were closed in this frame
TOUCH:  DS      1               ; intercept of the last frame
LOUD:   DS      1               ; volume of the tone after a touch

        ORG     CART
        JP      START           ; C3, by which the on-board ROM knows a cartridge to start

        ORG     CART + 4        ; the chips send INFBK as the low byte of the vector's address
VECTOR: DW      LINE

; A piece of a plant: four rows of eight pixels. Here, at the start of a page, an addition to its address has no carry.
STEM:   DB      %00011000,%00110000,%01100000,%11100000

; Another on-board ROM may have left other values than ours, so all registers that matter are set.
START:  DI
        LD      SP,4FCEH
        LD      HL,SCREEN
        LD      DE,SCREEN + 1
        LD      BC,RAMEND - SCREEN - 1
        LD      (HL),0
        LDIR
        LD      HL,COLORS
        LD      BC,8 * 256 + COLBX
        OTIR                    ; B counts down on the high half of the address: COL3L first, COL0R last
        LD      HL,SILENCE
        LD      BC,8 * 256 + SNDBX
        OTIR
        LD      HL,SCHOOL
        LD      DE,FISH
        LD      BC,SIZE * COUNT
        LDIR
        EXX
        LD      HL,BANDS        ; HL' is the interrupt's
        EXX
        CALL    PLANTS
        CALL    ALL             ; the first XOR draws the fish
        LD      HL,SETUP
        LD      B,SETUPS
.SET:   LD      C,(HL)
        INC     HL
        LD      A,(HL)
        INC     HL
        OUT     (C),A
        DJNZ    .SET
        LD      A,HIGH VECTOR
        LD      I,A
        IM      2
        EI

; The beam leaves the picture at line 192 and is back at its first row 70 lines (about 8,000 T-states) later. One fish takes
; about 4,400, all five 21,700. So they are moved from top to bottom, ahead of the beam: it takes 113.75 T-states for a line,
; and the lower a fish is, the more time there is. For this reason each of them keeps to its row, and the player's, which may
; be anywhere, is the first.
LOOP:   HALT
        LD      A,(DUE)
        OR      A
        JR      Z,LOOP          ; this was an interrupt for a color
        XOR     A
        LD      (DUE),A
        LD      HL,TIME
        INC     (HL)
        LD      IX,FISH
        CALL    DRAW            ; the second XOR at the same place removes it
        CALL    STEER
        CALL    WAG
        IN      A,(ICEPT)       ; forget the hits until now
        CALL    DRAW
        IN      A,(ICEPT)
        CALL    SOUND
        LD      B,COUNT - 1
.NEXT:  PUSH    BC
        LD      DE,SIZE
        ADD     IX,DE
        CALL    DRAW
        CALL    SWIM
        CALL    WAG
        CALL    DRAW
        POP     BC
        DJNZ    .NEXT
        JR      LOOP

; Draws all fish.
ALL:    LD      IX,FISH
        LD      B,COUNT
.NEXT:  PUSH    BC
        CALL    DRAW
        LD      DE,SIZE
        ADD     IX,DE
        POP     BC
        DJNZ    .NEXT
        RET

; Moves the player's fish by the stick, one pixel in each direction. The boundary follows; it can be at every fourth pixel.
STEER:  IN      A,(HANDLE1)
        LD      C,A
        LD      A,(IX+X+1)
        BIT     2,C             ; H_LEFT
        JR      Z,.RIGHT
        LD      (IX+SPEED+1),-1
        OR      A
        JR      Z,.RIGHT
        DEC     A
.RIGHT: BIT     3,C             ; H_RIGHT
        JR      Z,.UP
        LD      (IX+SPEED+1),1
        CP      RIGHTM
        JR      NC,.UP
        INC     A
.UP:    LD      (IX+X+1),A
        ADD     A,8             ; the middle of the fish
        RRCA
        RRCA
        AND     3FH
        LD      (BOUND),A
        LD      A,(IX+Y)
        BIT     0,C             ; H_UP
        JR      Z,.DOWN
        CP      TOP
        JR      Z,.DOWN
        DEC     A
.DOWN:  BIT     1,C             ; H_DOWN
        JR      Z,.SET
        CP      BOTTOM
        JR      Z,.SET
        INC     A
.SET:   LD      (IX+Y),A
        RET

; Moves another fish. It turns around at the ends of its row, and when the trigger is pulled.
SWIM:   LD      E,(IX+SPEED)
        LD      D,(IX+SPEED+1)
        LD      A,(TRIGGER)
        AND     H_TRIG
        JR      Z,.ON
        CALL    .BACK
.ON:    LD      L,(IX+X)
        LD      H,(IX+X+1)
        ADD     HL,DE
        LD      A,H
        CP      RIGHTM + 1      ; below 0 is 255: both ends in one comparison
        JR      NC,.BACK
        LD      (IX+X),L
        LD      (IX+X+1),H
        RET
.BACK:  XOR     A
        SUB     E
        LD      E,A
        SBC     A,A
        SUB     D
        LD      D,A
        LD      (IX+SPEED),E
        LD      (IX+SPEED+1),D
        RET

; Selects the shape: the tail is in for eight frames, then out for eight.
WAG:    LD      HL,TAIL_IN
        LD      A,(TIME)
        AND     8
        JR      Z,.SET
        LD      HL,TAIL_OUT
.SET:   LD      (IX+SHAPE),L
        LD      (IX+SHAPE+1),H
        RET

; Draws the fish IX, or removes it if it is there. The pattern has one bit for a pixel, and looks to the right: expand gives
; it the color, shift the place within a byte, and flop turns it to the left.
DRAW:   LD      A,(IX+INK)
        OUT     (XPAND),A
        LD      L,(IX+Y)
        LD      H,0
        ADD     HL,HL
        ADD     HL,HL
        ADD     HL,HL           ; 8 Y
        LD      D,H
        LD      E,L
        ADD     HL,HL
        ADD     HL,HL
        ADD     HL,DE           ; 40 Y
        LD      A,(IX+X+1)
        BIT     7,(IX+SPEED+1)
        JR      NZ,LEFT
        LD      C,A
        AND     SHIFT
        OR      EXPAND + XOR_IN
        LD      B,A
        LD      A,C
        CALL    BYTE
        LD      C,ROW - 4
        JP      PAINTR

; Flop mirrors each byte after the shift, so the shift moves to the left, and the bytes are written from right to left. The
; first one is where the fish ends, X + 15, and the shift is what that leaves to the right of it in its byte.
LEFT:   LD      C,A
        NEG
        AND     SHIFT
        OR      EXPAND + XOR_IN + FLOP
        LD      B,A
        LD      A,C
        ADD     A,15
        CALL    BYTE
        LD      C,ROW + 4
        JP      PAINTL

; Adds the byte of pixel A to the address of a row, and returns the pattern in DE.
BYTE:   RRCA
        RRCA
        AND     3FH
        LD      E,A
        LD      D,0
        ADD     HL,DE
        LD      E,(IX+SHAPE)
        LD      D,(IX+SHAPE+1)
        RET

; Draws the rows of the pattern DE at HL in magic memory. B = MAGIC, C = distance from the last byte to the next row; NEXT is
; INC or DEC. Each row begins with a write of MAGIC, because the five writes of a row leave expand in the middle of a byte
; and shift with old pixels. The fifth write brings what the shift has moved out of the fourth.
PAINT   MACRO   NEXT
        LD      A,TALL
.ROW:   EX      AF,AF'
        LD      A,B
        OUT     (MAGIC),A
        LD      A,(DE)
        INC     DE
        LD      (HL),A          ; four pixels from the high nibble
        NEXT    HL
        LD      (HL),A          ; four from the low one
        NEXT    HL
        LD      A,(DE)
        INC     DE
        LD      (HL),A
        NEXT    HL
        LD      (HL),A
        NEXT    HL
        LD      (HL),0
        LD      A,L
        ADD     A,C
        LD      L,A
        ADC     A,H
        SUB     L
        LD      H,A
        EX      AF,AF'
        DEC     A
        JR      NZ,.ROW
        RET
        ENDM

PAINTR: PAINT   INC
PAINTL: PAINT   DEC

; A tone when the player's fish touches something: intercept says whether its XOR hit pixels that were not 0. The tone
; fades and rises, and sounds again only after a frame without a touch. A = intercept of the drawing.
SOUND:  LD      HL,TOUCH
        LD      C,(HL)
        AND     0FH
        LD      (HL),A
        LD      HL,LOUD
        JR      Z,.FADE
        LD      A,C
        OR      A
        JR      NZ,.FADE        ; it is still the same touch
        LD      (HL),14
.FADE:  LD      A,(HL)
        OR      A
        JR      Z,.OUT
        DEC     (HL)
        LD      A,(HL)
        ADD     A,A
        ADD     A,A
        ADD     A,24
        OUT     (TONEA),A
        LD      A,(HL)
.OUT:   OUT     (VOLAB),A
; The trigger counts once, when it is pulled: TRIGGER has the switches that are closed now and were open before.
        IN      A,(HANDLE1)
        LD      HL,HELD
        LD      C,(HL)
        LD      (HL),A
        XOR     C
        AND     (HL)
        LD      (TRIGGER),A
        RET

; Draws the plants: the stem again and again, from the ground up, every second time mirrored. OR keeps what is there already.
PLANTS: LD      IX,GROWTH
        LD      B,GROWN
.NEXT:  PUSH    BC
        LD      L,(IX+0)
        LD      H,(IX+1)
        LD      B,(IX+2)
        LD      A,(IX+3)
        OUT     (XPAND),A
.ROW:   LD      DE,STEM
        LD      A,B
        AND     3
        ADD     A,E
        LD      E,A
        LD      A,B
        AND     4
        JR      Z,.PLAIN
        LD      A,EXPAND + OR_IN + FLOP
        OUT     (MAGIC),A
        INC     HL              ; mirrored: the right byte first
        LD      A,(DE)
        LD      (HL),A
        DEC     HL
        LD      (HL),A
        JR      .UP
.PLAIN: LD      A,EXPAND + OR_IN
        OUT     (MAGIC),A
        LD      A,(DE)
        LD      (HL),A
        INC     HL
        LD      (HL),A
        DEC     HL
.UP:    LD      DE,-ROW
        ADD     HL,DE
        DJNZ    .ROW
        LD      DE,4
        ADD     IX,DE
        POP     BC
        DJNZ    .NEXT
        RET

; The interrupt: sets the background of the band that begins at this line, and the line of the next interrupt. The colors
; must be set within the line, 113 T-states, whatever instruction was interrupted. So HL' belongs to the interrupt and always
; has the next entry of the table: EXX takes 4 T-states, PUSH and LD HL would take 27. The interrupt may come between two
; magic writes, so it must not do any itself. HORCB is set at each, so that a new boundary begins with a frame.
LINE:   PUSH    AF
        EXX
        LD      A,(HL)
        OUT     (COL0L),A
        INC     HL
        LD      A,(HL)
        OUT     (COL0R),A
        INC     HL
        LD      A,(HL)
        OUT     (INLIN),A
        INC     HL
        CP      TURN
        JR      NZ,.SET
        LD      A,1             ; the last band: the beam is below the picture
        LD      (DUE),A
        LD      HL,BANDS
.SET:   LD      A,(BOUND)
        OUT     (HORCB),A
        EXX
        POP     AF
        EI
        RET

; Backgrounds left and right of the boundary, and the line at which the next band begins. The first band is set in vertical
; blanking, for the top. The last one has the color of the bottom again: it is there for its interrupt.
BANDS:  DB      0DFH,0E1H,16
        DB      0DDH,0E9H,48
        DB      0E4H,0F1H,80
        DB      0E3H,0F8H,112
        DB      0EAH,08H,144
        DB      0F1H,10H,176
        DB      6BH,61H,LINES
        DB      6BH,61H,TURN

; COL3L to COL0L, then COL3R to COL0R: yellow, red and green in the light, and what the dusk leaves of them.
COLORS: DB      77H, 54H, 9BH, 0DFH
        DB      6CH, 4AH, 0B9H, 0E1H
SILENCE:
        DB      0,0,0,0, 0,0,0,0

SETUP:  DB      CONCM,0, HORCB,20, VERBL,LINES, TONMO,35
        DB      INFBK,LOW VECTOR, INLIN,TURN, INMOD,IM_SCR
SETUPS  EQU     ($ - SETUP) / 2

; The fish: X, Y, SPEED, INK, SHAPE. Their rows go from top to bottom after the player's.
SCHOOL: DB      0,72, 40, 0,1, 3 * 4            ; it stands still until the stick moves it
        DW      TAIL_IN
        DB      0,20, 14, 80H,0, 2 * 4          ; half a pixel in a frame
        DW      TAIL_IN
        DB      0,120, 28, 0,-1, 3 * 4
        DW      TAIL_IN
        DB      0,60, 52, 40H,1, 2 * 4          ; five quarters
        DW      TAIL_IN
        DB      0,90, 68, 80H,-1, 3 * 4         ; half a pixel to the left: -1 + 80H / 100H
        DW      TAIL_IN

; The plants: address of the lowest row in magic memory, rows, XPAND.
GROWTH: DW      92 * ROW + 2
        DB      36, 1 * 4
        DW      94 * ROW + 4
        DB      24, 1 * 4
        DW      93 * ROW + 17
        DB      16, 1 * 4
        DW      91 * ROW + 29
        DB      28, 1 * 4
        DW      94 * ROW + 32
        DB      46, 1 * 4
        DW      93 * ROW + 34
        DB      20, 1 * 4
GROWN   EQU     ($ - GROWTH) / 4

; The patterns: 16 pixels in a row.
TAIL_IN:
        DB      %00000011,%10000000
        DB      %11000111,%11110000
        DB      %11101111,%11111100
        DB      %11111111,%11111010
        DB      %01111111,%11111111
        DB      %01111111,%11111000
        DB      %11111111,%11111010
        DB      %11101111,%11111100
        DB      %11000111,%11110000
        DB      %00000011,%10000000
TAIL_OUT:
        DB      %00000011,%10000000
        DB      %00000111,%11110000
        DB      %01101111,%11111100
        DB      %01111111,%11111010
        DB      %01111111,%11111111
        DB      %01111111,%11111000
        DB      %01111111,%11111010
        DB      %01101111,%11111100
        DB      %00000111,%11110000
        DB      %00000011,%10000000
