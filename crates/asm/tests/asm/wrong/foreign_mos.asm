        CPU     6502
; Directives of ca65, ACME and others in column one, which are no labels.
.zeropage
;~ 1-9 error: unknown directive `.zeropage`; there are no segments; `ORG` sets the address; a label is written `.zeropage:`
.code
;~ 1-5 error: unknown directive `.code`; there are no segments; `ORG` sets the address; a label is written `.code:`
        LDA     #1
.proc   foo
;~ 1-5 error: unknown directive `.proc`; a label begins a procedure, and labels that begin with a dot belong to it; `ENDPROC` and the like are not needed
.endproc
;~ 1-8 error: unknown directive `.endproc`; a label begins a procedure, and labels that begin with a dot belong to it; `ENDPROC` and the like are not needed; a label is written `.endproc:`
.segment "CODE"
;~ 1-8 error: unknown directive `.segment`; there are no segments; `ORG` sets the address
.bss
;~ 1-4 error: unknown directive `.bss`; there are no segments; `ORG` sets the address; a label is written `.bss:`
.globl  _main
;~ 1-6 error: unknown directive `.globl`; there is no linker; `INCLUDE` the source that defines the symbol
.export inc
;~ 1-7 error: unknown directive `.export`; there is no linker; `INCLUDE` the source that defines the symbol; a label is written `.export:`
;~ 9-11 error: `inc` does not take these operands; the forms are INC n; INC nn; INC n,X; INC nn,X
.align  256
;~ 1-6 error: unknown directive `.align`; `ORG` sets the address, `DS` reserves bytes
.repeat 5
;~ 1-7 error: unknown directive `.repeat`; there are no repetitions; a `MACRO` can contain the repeated lines
.asciiz "text"
;~ 1-7 error: unknown directive `.asciiz`; `DB "text",0` ends a string with a zero byte
.dword  5
;~ 1-6 error: unknown directive `.dword`; `DW low,high` takes a longer number in words
.byet   5
;~ 1-5 error: unknown directive `.byet`; did you mean `.BYTE`?
.byet
;~ 1-5 error: unknown directive `.byet`; did you mean `.BYTE`? A label is written `.byet:`
.frobnicate
;~ 1-11 warning: this is read as a label, but nothing refers to it
.frobnicate foo
;~ 1-11 error: unknown directive `.frobnicate`
.code   NOP
;~ 1-5 error: unknown directive `.code`; there are no segments; `ORG` sets the address; a label is written `.code:`
.org1
;~ 1-5 error: unknown directive `.org1`; did you mean `.ORG`? A label is written `.org1:`
!byte   1
;~ 1-5 error: unknown directive `!byte`; did you mean `.BYTE`?
!zone
;~ 1-5 error: unknown directive `!zone`; a label begins a procedure, and labels that begin with a dot belong to it; `ENDPROC` and the like are not needed
#include "x.inc"
;~ 1-8 error: unknown directive `#include`; did you mean `.INCLUDE`?
#if     1
;~ 1-3 error: unknown directive `#if`; did you mean `.IF`?
%define X 5
;~ 1-7 error: unknown directive `%define`; `EQU` defines a constant, `SET` a variable, `MACRO` text
        .setcpu "6502"
;~ 9-15 error: unknown directive `.setcpu`; `CPU 8080`, `CPU z80` or `CPU 6502` names the processor
LABEL   .proc
;~ 9-13 error: unknown directive `.proc`; a label begins a procedure, and labels that begin with a dot belong to it; `ENDPROC` and the like are not needed
ENDPROC
;~ 1-7 error: unknown directive `ENDPROC`; a label begins a procedure, and labels that begin with a dot belong to it; `ENDPROC` and the like are not needed; a label is written `ENDPROC:`
SEGMENT "CODE"
;~ 1-7 error: unknown directive `SEGMENT`; there are no segments; `ORG` sets the address
BSS
;~ 1-3 error: unknown directive `BSS`; there are no segments; `ORG` sets the address; a label is written `BSS:`
EQUB    5
;~ 1-4 error: unknown directive `EQUB`; `DB` takes bytes and strings
        EQUW    5
;~ 9-12 error: unknown directive `EQUW`; `DW` takes words
bite    5
;~ 1-4 error: the 6502 has no instruction `bite`; did you mean `BIT`?
; These are labels: something refers to them, they have a colon, or they stand before an instruction.
.next
        BNE     .next
.fill:
.here:  NOP
.data   NOP
        JMP     .data
CODE
ENTRY   NOP
DATA
COMMON  DECC    X
;~ 9-12 error: the 6502 has no instruction `DECC`; did you mean `DEC`?
.loop   DECC    X
;~ 9-12 error: the 6502 has no instruction `DECC`; did you mean `DEC`?
        JMP     .loop
