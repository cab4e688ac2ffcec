        CPU     Z80
        ENDIF
;~ 9-13 error: `ENDIF` without IF
        ELSE
;~ 9-12 error: `ELSE` without IF
        ELSEIF  1
;~ 9-14 error: `ELSEIF` without IF
        ENDM
;~ 9-12 error: `ENDM` outside a macro
        IF      LATER
;~ 17-21 error: `LATER` is not known above this line
        this is skipped
        ELSE
        this too
        ENDIF
        IF      1
        ELSE
        ELSE
;~ 9-12 error: `ELSE` behind ELSE
        ENDIF
        IFDEF   5
;~ 17-17 error: a name is missing here
        ENDIF
LATER:  NOP
TWO     MACRO   A1,A2
        LD      A,A1
        LD      B,A2
LABEL:  NOP
        ENDM
        TWO     1
;~ 17-17 error: `TWO` takes 2 arguments, not 1 [structure.asm:25: defined here]
        TWO     1,2
        TWO     1,300
;~ 9-21 error: `LABEL` is defined twice; a label in a macro is its own each time if it begins with a dot [structure.asm:32: defined here before] [structure.asm:28: in the macro TWO]
;~ 9-21 error: the byte is 300, 45 more than 255 [structure.asm:27: in the macro TWO]
        TWO     C,D,E
;~ 17-21 error: `TWO` takes 2 arguments, not 3 [structure.asm:25: defined here]
TWO     MACRO
;~ 1-3 error: `TWO` is defined twice; the first definition is in line 25
        ENDM
LD      MACRO
;~ 1-2 error: `LD` cannot be a symbol: it is an instruction
        ENDM
        MACRO
;~ 9-13 error: `MACRO` needs a name before it
        ENDM
BAD     MACRO   1
;~ 17-17 error: a name is missing here
        ENDM
NEST    MACRO
INNER   MACRO
;~ 9-13 error: a macro cannot be defined in a macro
        ENDM
        ENDM
LOOPS   MACRO
        IF      1
        ENDM
        LOOPS
;~ 9-13 error: this IF has no ENDIF [structure.asm:56: in the macro LOOPS]
        CPU     6502
;~ 17-20 error: this source is for the Z80, not for the 6502; the processors are 8080, z80 and 6502
        CPU     9900
;~ 17-20 error: `9900` is no processor; the processors are 8080, z80 and 6502
        INCLUDE "other.asm"
;~ 17-27 error: other.asm cannot be included: there are no other files here
        INCBIN  other.bin
;~ 17-25 error: other.bin cannot be included: there are no other files here
        INCLUDE
;~ 9-15 error: `INCLUDE` needs an operand
        .z80
        IF      0
;~ 9-10 error: this IF has no ENDIF
LAST    MACRO
