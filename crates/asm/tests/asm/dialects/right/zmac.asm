; zmac: both instruction sets, labels in column one, several statements on a line
        org     8000h
start   ld      a,10 \ ld b,0x10        ;= 8000: 3E 0A 06 10
        mvi     c,5                     ;= 8004: 0E 05
        lxi     h,table                 ;= 8006: 21 21 80
loop    djnz    loop                    ;= 8009: 10 FE
other   dec     a                       ;= 800B: 3D
        jp      hl                      ;= 800C: E9
        ld      a,low table             ;= 800D: 3E 21
        ld      a,high(table)           ;= 800F: 3E 80
        ld      hl,'ab'                 ;= 8011: 21 61 62
count   defl    1
        ld      c,count                 ;= 8014: 0E 01
count   defl    count+1
        ld      c,count                 ;= 8016: 0E 02
        if      count == 2 && count != 3
        nop                             ;= 8018: 00
        else
        halt
        endif
        rept    2
        inc     a
        endm                            ;= 8019: 3C 3C
twice   macro   pair,?y
        ld      pair,1
?y      ld      pair,2
        endm
        twice   b                       ;= 801B: 06 01 06 02
        irp     reg,<b,c>
        inc     reg
        endm                            ;= 801F: 04 0C
table   defb    1,2,'text',$ff,101b     ;= 8021: 01 02 74 65 78 74 FF 05
        defw    start,$                 ;= 8029: 00 80 2B 80
        dc      'high'                  ;= 802D: 68 69 67 E8
        defs    2
        phase   0c000h
moved   jp      moved                   ;= 8033: C3 00 C0
        dephase
        ret                             ;= 8036: C9
        end     start
