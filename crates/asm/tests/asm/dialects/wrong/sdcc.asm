; Mistakes in the syntax of SDCC
        .area _CODE
        lda #1
;~ 9: error: `lda` is not a word of sdcc; did you mean `LD`?
start   nop
;~ 1: error: `start` is not a word of sdcc
        .dbx 1
;~ 9: error: `.dbx` is not a word of sdcc; did you mean `.DB`?
        ld a, #0x1FF
;~ 15: warning: the byte is 511, 256 more than 255; the higher bits are cut off
        ld a, 200 (ix)
;~ 15: error: the displacement is 200, 73 more than 127
        .globl _extern
        call _extern
;~ 14: error: `_extern` belongs to another module, which is not read; give its value with -D NAME=VALUE, or include its source
        ld hl, #12xyz
;~ 17: error: `12xyz` is not a valid number
        .macro open
;~ 9: error: this block is not closed
        nop
