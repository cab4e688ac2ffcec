        CPU     8080
        CSEG
;~ 9-12 error: unknown directive `CSEG`; there are no segments; `ORG` sets the address
DSEG
;~ 1-4 error: unknown directive `DSEG`; there are no segments; `ORG` sets the address; a label is written `DSEG:`
        PUBLIC  START
;~ 9-14 error: unknown directive `PUBLIC`; there is no linker; `INCLUDE` the source that defines the symbol
START   NOP
EXTRN   OTHER
;~ 1-5 error: unknown directive `EXTRN`; there is no linker; `INCLUDE` the source that defines the symbol
ORGG    100H
;~ 1-4 error: the 8080 has no instruction `ORGG`; did you mean `ORG`?
ORGG    START
;~ 1-4 error: the 8080 has no instruction `ORGG`; did you mean `ORG`?
MVII    A,1
;~ 1-4 error: the 8080 has no instruction `MVII`; did you mean `MVI`?
ENDDIF
;~ 1-6 warning: this is read as a label, but nothing refers to it; did you mean the directive `ENDIF`?
        REPT    3
;~ 9-12 error: unknown directive `REPT`; there are no repetitions; a `MACRO` can contain the repeated lines
        ENDR
;~ 9-12 error: unknown directive `ENDR`; there are no repetitions; a `MACRO` can contain the repeated lines
NUM     DEFQ    5
;~ 9-12 error: unknown directive `DEFQ`; `DW low,high` takes a longer number in words
LOOPX   123
;~ 1-5 error: the 8080 has no instruction `LOOPX`
        IF1
;~ 9-11 error: unknown directive `IF1`; conditions are `IF n`, `IFDEF NAME`, `ELSEIF n`, `ELSE` and `ENDIF`
        .8080
        PHASE   100H
;~ 9-13 error: unknown directive `PHASE`; `ORG` sets the address
DEPHASE
;~ 1-7 error: unknown directive `DEPHASE`; `ORG` sets the address; a label is written `DEPHASE:`
