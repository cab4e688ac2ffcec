; What sdasz80 does by rules of its own. Bytes compared with sdasz80 and sdldz80 4.2.0.
A = 3
B = 0x10
        .area _CODE
start:
; an immediate in parentheses after # is still immediate
        ld a, #(A|B)                    ;= 0000: 3E 13
        ld hl, #(start + 2)             ;= 0002: 21 02 00
        ld a, #((A))                    ;= 0005: 3E 03
        or #(A+1)                       ;= 0007: F6 04
        ld bc, #(A)                     ;= 0009: 01 03 00
        ld 1 (ix), #(A)                 ;= 000C: DD 36 01 03
        ld a, (#start)                  ;= 0010: 3A 00 00
        sub a, #-(A)                    ;= 0013: D6 FD
        rst #8                          ;= 0015: CF
        bit #3, a                       ;= 0016: CB 5F
; the linker takes a byte of an address from the whole expression
        ld a, #>start + 0x1234          ;= 0018: 3E 12
        ld a, #<(start) + 0xFF          ;= 001A: 3E FF
        .db >start + 0x300, <start+2    ;= 001C: 03 02
        .db (start + 0x500) >> 8        ;= 001E: 05
; 32 bits without a sign, except in conditions
        .dw (-4 / 2) & 0xFFFF, -1 >> 16, 7 % 4 * 3 ;= 001F: FE FF FF FF 09 00
        .db 2+1<<2, 1|6&3, 1<<2^5       ;= 0025: 0C 03 01
        .iflt -1
        .db 1                           ;= 0028: 01
        .endif
; characters and strings
        .db '\n, ' ', '''               ;= 0029: 0A 20 27
        .dw "ab"                        ;= 002C: 61 62
        .ascii /a,b/                    ;= 002E: 61 2C 62
        .ascii "a\tb\101\q"             ;= 0031: 61 09 62 41 5C 71
        .asciz ~it~                     ;= 0037: 69 74 00
        .ascis "hi"                     ;= 003A: 68 E9
; an area is aligned to itself, without bytes
        .odd
        nop                             ;= 003D: 00
        .bndry 4
        nop                             ;= 0040: 00
; macros: arguments divided by blanks, joined by apostrophes, numbers of expressions, labels
        .macro two x y ?l
        .db x, y
        .ascii "a'x'b"
n'x' = y
        jr l
l:
        .endm
        two 1 2                         ;= 0041: 01 02 61 31 62 18 00
        two 3, \A+1                     ;= 0048: 03 04 61 33 62 18 00
        .db n1, n3                      ;= 004F: 02 04
        .macro three x
        .db x
        .endm
        three ^/1 + 1/                  ;= 0051: 02
        .irp r 1 2,3
        .db r
        .endm                           ;= 0052: 01 02 03
        .irpc c 123
        .db c
        .endm                           ;= 0055: 01 02 03
