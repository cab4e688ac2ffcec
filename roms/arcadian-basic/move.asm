;! routine: MOVEUP
;! cpu: z80
;! org: 0100H
;! title: Moves the bits of a mask from one page to another
;! in: B = groups, C = mask, DE = source, HL = target, (BELOW:256) = from, (ABOVE:256) = to
;! out: (ABOVE:256) = to
;! clobbers: A, B, F, DE, HL
;! requires: groups = 32 and source = BELOW and target = ABOVE
;! ensures: all(i in 0..256: to[i] = from[i] & mask | old(to)[i] & ~mask)
; Scrolling: moves the picture's bits of B groups of eight bytes, and leaves the text bits where they are.
; Within a group of eight only the low bytes of the addresses change.
        IFNDEF  PICTURE         ; as a sheet
PICTURE EQU     4000H
ROW     EQU     40
        ENDIF
ABOVE   EQU     PICTURE         ; any page, and 8 rows below it
BELOW   EQU     ABOVE + 8 * ROW
MOVE    MACRO
        LD      A,(DE)
        XOR     (HL)
        AND     C
        XOR     (HL)
        LD      (HL),A
        ENDM
MOVEUP: MOVE
        INC     E
        INC     L
        MOVE
        INC     E
        INC     L
        MOVE
        INC     E
        INC     L
        MOVE
        INC     E
        INC     L
        MOVE
        INC     E
        INC     L
        MOVE
        INC     E
        INC     L
        MOVE
        INC     E
        INC     L
        MOVE
        INC     DE
        INC     HL
        DJNZ    MOVEUP
        RET
