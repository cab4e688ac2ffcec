; z88dk: sections, constants, labels with a dot
        SECTION code_user
        PUBLIC  _main
        EXTERN  _outside
        defc    limit = 3, twice = limit * 2
_main:  ld      a,limit                 ;= 0000: 3E 03
        ld      b,twice                 ;= 0002: 06 06
        call    _outside                ;= 0004: CD 00 90
.loop   djnz    loop                    ;= 0007: 10 FE
        ld      hl,table                ;= 0009: 21 24 00
        ld      bc,de                   ;= 000C: 42 4B
        ld      a,$10                   ;= 000E: 3E 10
        ld      a,@101                  ;= 0010: 3E 05
        ld      a,'a'                   ;= 0012: 3E 61
        jp      ASMPC                   ;= 0014: C3 14 00
        IF limit > 2
        nop                             ;= 0017: 00
        ELIF limit == 2
        halt
        ELSE
        ret
        ENDIF
        IFDEF missing
        halt
        ENDIF
        MACRO   load reg, value
        LOCAL   over
        ld      reg, value
        jr      over
        nop
over:
        ENDM
        load    a, 1                    ;= 0018: 3E 01 18 01 00
        load    b, 2                    ;= 001D: 06 02 18 01 00
        REPT    2
        inc     a
        ENDR                            ;= 0022: 3C 3C
        SECTION rodata_user
table:  defb    1,2,"text"              ;= 0024: 01 02 74 65 78 74
        defm    "more"                  ;= 002A: 6D 6F 72 65
        defw    _main, 0x1234           ;= 002E: 00 00 34 12
        defq    0x12345678              ;= 0032: 78 56 34 12
        defs    2,0xAA                  ;= 0036: AA AA
; labels before conditions, and before ENDR
open:   IF      1
        jp      open                    ;= 0038: C3 38 00
turn:   ELSE
        ENDIF
.shut   IFDEF   turn
        jp      shut                    ;= 003B: C3 3B 00
last:   ENDIF
        jp      last                    ;= 003E: C3 3E 00
        REPT    1
        nop
done:   ENDR                            ;= 0041: 00
        jp      done                    ;= 0042: C3 42 00
