; Functions of a number in HL. They jump to RESULT.

FABS:   BIT     7,H
        CALL    NZ,MAGNITUDE
        JP      RESULT

; CALL(a): HOW?, as in the interpreter on other machines.
FCALL:  JP      HOW

FRND:   LD      A,H
        OR      A
        JP      M,HOW
        OR      L
        JP      Z,HOW
        EX      DE,HL
        LD      HL,(SEED)
        CALL    XORSHIFT
        LD      (SEED),HL
        LD      B,H
        LD      C,L
        LD      A,D
        OR      A
        JR      Z,.BYTE
        CALL    SCALEWORD
        JP      RESULT
.BYTE:  CALL    SCALE
        LD      L,A
        LD      H,0
        JP      RESULT

; Hand controller n: returns its switches in A. HOW? unless n is 1 to 4.
HANDLE: LD      A,H
        OR      A
        JP      NZ,HOW
        LD      A,L
        DEC     A
        CP      4
        JP      NC,HOW
        ADD     A,HANDLE1
        LD      C,A
        IN      A,(C)
        RET

FTR:    CALL    HANDLE
        AND     H_TRIG
        LD      L,A
        JP      Z,BYTERES
        LD      L,1
BYTERES:
        LD      H,0
        JP      RESULT

FJX:    CALL    HANDLE
        RRA
        RRA
        JR      AXIS
; Up is 1, down -1.
FJY:    CALL    HANDLE
        LD      L,A
        ADD     A,A
        AND     2               ; up
        LD      H,A
        LD      A,L
        RRA
        AND     1               ; down
        OR      H
; Bit 0 is -1, bit 1 is 1.
AXIS:   LD      HL,0
        RRA
        JR      NC,.UP
        DEC     HL
.UP:    RRA
        JR      NC,.DONE
        INC     HL
.DONE:  JP      RESULT

FKN:    CALL    HANDLE
        LD      A,C
        ADD     A,KNOB1 - HANDLE1
        LD      C,A
        IN      A,(C)
        XOR     80H
        LD      L,A
        RLA
        SBC     A,A
        LD      H,A
        JP      RESULT

; PX(x,y): x is on the stack, y in HL.
FPX:    POP     DE
        CALL    PIXEL           ; address and mask
        JR      C,.OUT
        AND     (HL)
        LD      HL,0
        JP      Z,RESULT
        INC     L
        JP      RESULT
.OUT:   LD      HL,0
        JP      RESULT
