; SDCC: areas, decimal immediates, displacements before the register, numbered labels
        .module test
        .optsdcc -mz80
        .globl _main
        .globl _outside
        .area _DATA
_count::
        .ds 2
        .area _CODE
_main::
        ld a, #10                       ;= 0000: 3E 0A
        ld hl, #_count                  ;= 0002: 21 5F 00
        ld (_count), hl                 ;= 0005: 22 5F 00
        ld a, (_count + 1)              ;= 0008: 3A 60 00
        ld 4 (ix), a                    ;= 000B: DD 77 04
        ld -1 (ix), #0x1F               ;= 000E: DD 36 FF 1F
        ld c, 0 (iy)                    ;= 0012: FD 4E 00
        inc 3 (ix)                      ;= 0015: DD 34 03
        bit 7, 4 (ix)                   ;= 0018: DD CB 04 7E
        ld a, #<(_table)                ;= 001C: 3E 3D
        ld a, #>(_table)                ;= 001E: 3E 00
        sub a, #2                       ;= 0020: D6 02
        cp a, (hl)                      ;= 0022: BE
        add a, b                        ;= 0023: 80
        jr 00102$                       ;= 0024: 18 04
00101$:
        ld a, #0b1010                   ;= 0026: 3E 0A
        djnz 00101$                     ;= 0028: 10 FC
00102$:
        jp (hl)                         ;= 002A: E9
        call _outside                   ;= 002B: CD 00 90
        ex af, af'                      ;= 002E: 08
        ld a, #'A                       ;= 002F: 3E 41
        .if 1
        ld b, #1                        ;= 0031: 06 01
        .else
        ld b, #2
        .endif
size = 3
        ld b, #size * 2 + 1             ;= 0033: 06 07
        .macro twice x
        ld c, #x
        ld c, #x
        .endm
        twice 5                         ;= 0035: 0E 05 0E 05
        .rept 2
        nop
        .endm                           ;= 0039: 00 00
        .irp r, b, c
        inc r
        .endm                           ;= 003B: 04 0C
_table:
        .db #0x01, 2, -3                ;= 003D: 01 02 FD
        .dw _table, . - _table          ;= 0040: 3D 00 05 00
        .ascii "text"                   ;= 0044: 74 65 78 74
        .asciz "zero"                   ;= 0048: 7A 65 72 6F 00
        .ascis "high"                   ;= 004D: 68 69 67 E8
        .blkb 2
        .even
        ret                             ;= 0054: C9
; labels before conditions
open:   .if 1
        jr open                         ;= 0055: 18 FE
turn:   .else
        .endif
shut::  .ifeq 0
1$:     .ifeq 0
        jr 1$                           ;= 0057: 18 FE
last:   .endif
        .endif
        .dw turn, shut, last            ;= 0059: 57 00 57 00 59 00
