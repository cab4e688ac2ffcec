;! routine: DOT
;! cpu: z80
;! org: 0100H
;! title: Draws a pixel in the mode of LINE: 1 sets, 2 clears, 3 reverses
;! in: A = mask, (WIDTH) = mode, HL -> dots
;! out: HL -> dots
;! clobbers: A, C, F
;! requires: 1 <= mode & 7 <= 3
;! ensures: dots = (if mode & 7 = 1 then old(dots) | mask else if mode & 7 = 2 then old(dots) & ~mask else old(dots) ^ mask)
; The other bits of the mode are flags of LINE.
        IFNDEF  WIDTH           ; as a sheet
WIDTH   EQU     0200H
        ENDIF
DOT:    LD      C,A
        LD      A,(WIDTH)
        AND     7
        DEC     A
        LD      A,C
        JR      NZ,.OTHER
        OR      (HL)
        LD      (HL),A
        RET
.OTHER: LD      A,(WIDTH)
        RRA
        LD      A,C
        JR      C,.REVERSE
        CPL
        AND     (HL)
        LD      (HL),A
        RET
.REVERSE:
        XOR     (HL)
        LD      (HL),A
        RET
