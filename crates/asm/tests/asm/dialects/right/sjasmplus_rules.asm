; What sjasmplus does by rules of its own. Bytes compared with sjasmplus 1.23.1.
        org #8000
; a name is used by statements below too
        ifused below
        db 1                            ;= 8000: 01
        endif
        ifnused unused
        db 2                            ;= 8001: 02
        endif
        dw below                        ;= 8002: 04 80
below:  nop                             ;= 8004: 00
unused: nop                             ;= 8005: 00
; instructions of one statement have addresses of their own
        .2 cp 3,low ($+18)              ;= 8006: FE 03 FE 1A FE 03 FE 1E
; a module knows its own names and those outside all modules; IFUSED asks for the name in the module itself
outer:  nop                             ;= 800E: 00
        module m
        dw outer, later                 ;= 800F: 0E 80 1C 80
        ifused outer
        db 1
        else
        db 2                            ;= 8013: 02
        endif
        ifused later
        db 3                            ;= 8014: 03
        endif
both:   nop                             ;= 8015: 00
        module n
        dw both                         ;= 8016: 1D 80
        ifused both
        db 4                            ;= 8018: 04
        else
        db 5
        endif
        endmodule
        endmodule
        ifused outer
        db 6                            ;= 8019: 06
        endif
        ifused m.later
        db 7                            ;= 801A: 07
        endif
        ifnused m.both
        db 8                            ;= 801B: 08
        endif
later:  nop                             ;= 801C: 00
both:   nop                             ;= 801D: 00
; the third pass notes no uses
        ifused third
        db 9
        else
        db 10                           ;= 801E: 0A
        endif
        ifused second
        dw third                        ;= 801F: 26 80
        else
        dw 0
        endif
        ifused first
        dw second                       ;= 8021: 25 80
        else
        dw 0
        endif
first:  dw first                        ;= 8023: 23 80
second: nop                             ;= 8025: 00
third:  nop                             ;= 8026: 00
