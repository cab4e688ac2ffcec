; Arithmetic with signs. The magnitudes are multiplied and divided by the routines below, which are also sheets.

        INCLUDE "multiply.asm"
        INCLUDE "divide.asm"
        INCLUDE "times10.asm"
        INCLUDE "compare.asm"
        INCLUDE "random.asm"
        INCLUDE "scale.asm"
        INCLUDE "digit.asm"

; HL = DE * HL. -32768 has no magnitude: HOW?
TIMES:  LD      A,D
        XOR     H
        PUSH    AF
        CALL    MAGNITUDES
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
        CALL    DIVIDE
        LD      (REMAIN),BC
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
