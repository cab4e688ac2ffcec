; Arithmetic with signs. The magnitudes are multiplied and divided by the routines that are included here. These files are
; sheets as well: `arcadian verify FILE` proves what their headers state.

        INCLUDE "multiply.asm"
        INCLUDE "divide.asm"
        INCLUDE "divbyte.asm"
        INCLUDE "divword.asm"
        INCLUDE "times10.asm"
        INCLUDE "compare.asm"
        INCLUDE "random.asm"
        INCLUDE "scale.asm"
        INCLUDE "scaleword.asm"
        INCLUDE "digit.asm"

; HL = DE * HL. -32768 has no magnitude: HOW?
TIMES:  LD      A,D
        XOR     H
        PUSH    AF
        CALL    MAGNITUDES
        LD      A,H             ; one factor is a byte, or the product is too large
        OR      A
        JR      Z,.BYTE
        EX      DE,HL
        LD      A,H
        OR      A
        JP      NZ,HOW
.BYTE:  LD      A,L
        CALL    MULTIPLY
        JP      C,HOW
; Gives HL the sign on the stack.
SIGNED: POP     AF
        RET     P
NEGATE: XOR     A
        SUB     L
        LD      L,A
        SBC     A,A
        SUB     H
        LD      H,A
        RET

; HL = DE / HL; RM is the remainder of the magnitudes.
OVER:   LD      A,H
        OR      L
        JP      Z,HOW
        LD      A,D
        XOR     H
        PUSH    AF
        CALL    MAGNITUDES
        EX      DE,HL
        LD      A,D
        OR      A
        JR      NZ,.WORD
        LD      A,E
        RLA
        JR      C,.WORD         ; 128 or more
        LD      A,H
        OR      A
        JR      Z,.BYTE
        CALL    DIVIDE
        JR      .REST
.BYTE:  CALL    DIVBYTE
.REST:  LD      C,A
        LD      B,0
        LD      (REMAIN),BC
        JR      SIGNED
.WORD:  CALL    DIVWORD
        LD      (REMAIN),HL
        LD      L,A
        LD      H,0
        JR      SIGNED

MAGNITUDES:
        BIT     7,D
        JR      Z,.RIGHT
        EX      DE,HL
        CALL    MAGNITUDE
        EX      DE,HL
.RIGHT: BIT     7,H
        RET     Z
; HL = the magnitude of HL, which is negative; HOW? if it has none.
MAGNITUDE:
        CALL    NEGATE
        BIT     7,H
        RET     Z
        JP      HOW
