        CPU     Z80
; SDCC's assembler: `#` marks an immediate operand.
        .module main
;~ 9-15 error: unknown directive `.module`; a label begins a procedure, and labels that begin with a dot belong to it; `ENDPROC` and the like are not needed
        .globl  _main
;~ 9-14 error: unknown directive `.globl`; there is no linker; `INCLUDE` the source that defines the symbol
.area   _CODE
;~ 1-5 error: unknown directive `.area`; there are no segments; `ORG` sets the address
        .optsdcc -mz80
;~ 9-16 error: unknown directive `.optsdcc`; it has no effect on the bytes; delete the line
_main::
;~ 7-7 error: unexpected `:`; a label has one colon
        ld      a,#10
;~ 19-21 warning: `#10` is read as hexadecimal, 16; SDCC's assembler reads it as 10; write 10H or 10, without the `#`
        ld      bc,#1000
;~ 20-24 warning: `#1000` is read as hexadecimal, 4096; SDCC's assembler reads it as 1000; write 1000H or 1000, without the `#`
        ld      c,#9
        ld      c,#09
        ld      hl,#_main
;~ 20-20 error: unexpected `#`; an immediate operand is written without `#`
        ld      a,#0x10
;~ 19-23 error: `#0x10` is not a valid number; an immediate operand is written without `#`
        ld      a,#-1
;~ 19-19 error: unexpected `#`; an immediate operand is written without `#`
        ld      a,#(1+2)
;~ 19-19 error: unexpected `#`; an immediate operand is written without `#`
        add     a, #32 ; a comment with #10
;~ 20-22 warning: `#32` is read as hexadecimal, 50; SDCC's assembler reads it as 32; write 32H or 32, without the `#`
        DEFB    "#10"
