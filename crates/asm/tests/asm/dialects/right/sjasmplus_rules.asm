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
