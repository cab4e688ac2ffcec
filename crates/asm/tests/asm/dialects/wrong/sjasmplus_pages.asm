; Two pages at the same address
        DEVICE ZXSPECTRUM128
        ORG 0C000h,1
        DB 1
;~ 1: warning: several pages have bytes at C000: PAGE1, PAGE3; the image lacks some of PAGE1; --save PAGE1=FILE writes one of them
        ORG 0C000h,3
        DB 3
ORG     EQU 5
NOP
;~ 1: warning: `NOP` in column one is a label; put blanks before it, or use `OPT --dirbol` for directives in column one
