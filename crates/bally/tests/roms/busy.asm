; A cartridge that never waits: shifted, expanded and XORed patterns all over the screen, with an interrupt each frame that
; changes colors and tones. It is the load of `cargo bench -p arcadian-bally`.
        CPU     z80
        ORG     2000H

MAGIC   EQU     0CH
INFBK   EQU     0DH
INMOD   EQU     0EH
INLIN   EQU     0FH
XPAND   EQU     19H
FRAMES  EQU     4FD0H           ; interrupts since the start

        JP      START

        ORG     2010H
VECTOR: DW      FRAME

START:  LD      SP,4FCEH
        LD      HL,SETUP
        LD      B,SETUPS
SET:    LD      C,(HL)
        INC     HL
        LD      A,(HL)
        INC     HL
        OUT     (C),A
        DJNZ    SET
        LD      HL,0
        LD      (FRAMES),HL
        LD      A,HIGH VECTOR
        LD      I,A
        IM      2
        EI

; Draws a pattern of 16 rows of 2 bytes at every position from top to bottom, at all four shifts, and erases it again.
SCENE:  LD      D,0             ; shift
SHIFT:  LD      HL,40 * 4
PLACE:  CALL    DRAW
        CALL    DRAW
        LD      BC,9
        ADD     HL,BC
        LD      A,H
        CP      0DH
        JR      C,PLACE
        INC     D
        BIT     2,D
        JR      Z,SHIFT
        JR      SCENE

; XORs the pattern at HL with shift D. Preserves HL and D.
DRAW:   PUSH    HL
        PUSH    DE
        LD      A,D
        OR      28H             ; XOR, expand
        LD      C,A
        LD      IX,SHAPE
        LD      B,16
ROW:    LD      A,C
        OUT     (MAGIC),A       ; resets nibble and shift
        LD      A,(IX+0)
        LD      (HL),A
        INC     HL
        LD      (HL),A
        INC     HL
        LD      (HL),0
        LD      DE,38
        ADD     HL,DE
        INC     IX
        DJNZ    ROW
        POP     DE
        POP     HL
        RET

FRAME:  PUSH    AF
        PUSH    HL
        LD      HL,(FRAMES)
        INC     HL
        LD      (FRAMES),HL
        LD      A,L
        OUT     (11H),A         ; TONEA
        OUT     (07H),A         ; COL3L
        RRCA
        OUT     (12H),A         ; TONEB
        POP     HL
        POP     AF
        EI
        RET

SETUP:  DB      00H,00H, 01H,4CH, 02H,8FH, 03H,07H
        DB      04H,00H, 05H,6BH, 06H,0C5H, 07H,07H
        DB      08H,00H, 09H,14H, 0AH,192
        DB      XPAND,0CH, INFBK,LOW VECTOR, INLIN,191, INMOD,08H
        DB      10H,71, 13H,200, 14H,3FH, 15H,2FH, 16H,0A7H, 17H,50H
SETUPS  EQU     ($ - SETUP) / 2

SHAPE:  DB      18H,3CH,7EH,0FFH,99H,99H,0FFH,0FFH
        DB      7EH,3CH,24H,66H,0C3H,81H,42H,24H
