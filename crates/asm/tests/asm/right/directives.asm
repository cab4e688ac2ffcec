; every spelling, with or without a dot
        .cpu    z80
        .org    0100H
        TITLE   'not read'
        PAGE
a1      equ     1
a2      .equ    2
a3      =       3
a4:     EQU     4
a5      defl    5
  a6    = 6
        .db     a1              ;= 01
        BYTE    a2              ;= 02
        byt     a3              ;= 03
        DEFB    a4              ;= 04
        TEXT    a5,'t'          ;= 05 74
        ascii   a6              ;= 06
        dw      1               ;= 01 00
        .defw   1               ;= 01 00
        word    1               ;= 01 00
        ADDR    1               ;= 01 00
        DBYTE   1               ;= 00 01
        ds      1
        DEFS    1,1             ;= 01
        .res    1
        DB      LOW $           ;= 14
        ORG     200H
last    NOP                     ;= 0200: 00
        ORG     1F0H
        NOP                     ;= 01F0: 00
        END
