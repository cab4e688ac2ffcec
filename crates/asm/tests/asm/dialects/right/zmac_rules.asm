; What zmac does by rules of its own. Bytes compared with zmac of 29 February 2024.
        org 100h
        dc 3,7                          ;= 0100: 07 07 07
        dc 'hello'                      ;= 0103: 68 65 6C 6C EF
        db 3 < 4, !0, 5 == 5            ;= 0108: 01 01 01
        dw -1 >> 28, 'ab', 2+2*3        ;= 010B: 0F 00 61 62 08 00
        ld a,[5]                        ;= 0111: 3E 05
        cp [2]                          ;= 0113: FE 02
        ifeq 3,3
        db 1                            ;= 0115: 01
        endif
        ifne 3,3
        db 2
        endif
        iflt 3,4
        db 3                            ;= 0116: 03
        endif
        irpc x,12
        db '&x', 'x'
        endm                            ;= 0117: 31 78 32 78
        .phase 2000h
        ds 2                            ;= 011B: 00 00
        dw $                            ;= 011D: 02 20
        .dephase
        dseg
        nop                             ;= 011F: 00
; parentheses around a value where no instruction takes an address
        cp (5)                          ;= 0120: FE 05
        jp (1234h)                      ;= 0122: C3 34 12
        ld a,(5)                        ;= 0125: 3A 05 00
