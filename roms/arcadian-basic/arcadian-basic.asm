; Arcadian BASIC: Bally BASIC for the Bally Professional Arcade, as a cartridge of 8 KB that starts at power-up.
; It calls nothing in the on-board ROM. The language is described in docs/bally-basic.md, this program in
; docs/arcadian-basic.md. It was written from documents only.
;
;   arcadian asm roms/arcadian-basic/arcadian-basic.asm -I roms/bally -o arcadian-basic.bin

        CPU     z80

        INCLUDE "bally.inc"
        INCLUDE "memory.inc"
        INCLUDE "start.asm"
        INCLUDE "text.asm"
        INCLUDE "expression.asm"
        INCLUDE "functions.asm"
        INCLUDE "arithmetic.asm"
        INCLUDE "memory.asm"
        INCLUDE "ports.asm"
        INCLUDE "sound.asm"
        INCLUDE "statements.asm"
        INCLUDE "flow.asm"
        INCLUDE "print.asm"
        INCLUDE "list.asm"
        INCLUDE "draw.asm"
        INCLUDE "screen.asm"
        INCLUDE "keyboard.asm"
        INCLUDE "editor.asm"
        INCLUDE "words.asm"
        INCLUDE "errors.asm"
        INCLUDE "helpers.asm"

        INCLUDE "font.asm"
        DS      (256 - $ MOD 256) MOD 256,0FFH
        INCLUDE "tables.asm"
        INCLUDE "tape.asm"
        INCLUDE "messages.asm"
        DS      4000H - $,0FFH
