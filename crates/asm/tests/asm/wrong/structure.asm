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
;~ 17-21 error: `LATER` is not defined above this line
        this is skipped
        ELSE
        this too
        ENDIF
        IF      1
        ELSE
        ELSE
;~ 9-12 error: `ELSE` after ELSE
        ENDIF
        IFDEF   5
;~ 17-17 error: expected a name
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
;~ 9-21 error: `LABEL` is defined twice; a label in a macro is local to each expansion if it begins with a dot [structure.asm:32: first defined here] [structure.asm:28: in the macro TWO]
;~ 9-21 error: the byte is 300, 45 more than 255 [structure.asm:27: in the macro TWO]
        TWO     C,D,E
;~ 17-21 error: `TWO` takes 2 arguments, not 3 [structure.asm:25: defined here]
TWO     MACRO
;~ 1-3 error: `TWO` is defined twice; first defined in line 25
        ENDM
LD      MACRO
;~ 1-2 error: `LD` cannot be a symbol: it is an instruction
        ENDM
        MACRO
;~ 9-13 error: `MACRO` needs a name before it
        ENDM
BAD     MACRO   1
;~ 17-17 error: expected a name
        ENDM
NEST    MACRO
INNER   MACRO
;~ 9-13 error: a macro cannot be defined inside a macro
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
;~ 17-20 error: `9900` is not a known processor; the processors are 8080, z80 and 6502
        INCLUDE "other.asm"
;~ 17-27 error: cannot include other.asm: no other files are available here
        INCBIN  other.bin
;~ 17-25 error: cannot include other.bin: no other files are available here
        INCLUDE
;~ 9-15 error: `INCLUDE` needs an operand
        .z80
        IF      0
;~ 9-10 error: this IF has no ENDIF
LAST    MACRO
