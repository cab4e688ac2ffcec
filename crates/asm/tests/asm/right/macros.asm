; macros
        CPU 8080
STORE   MACRO   REG,VALUE
        MVI     REG,VALUE       ;= 3E 05
        ENDM
        .macro wait n
        mvi b,n         ;= 06 03
.loop:  dcr b           ;= 05
        jnz .loop       ;= C2 04 00
        db 'n'          ;= 6E
        .endmacro
        STORE   A,5
        wait    3
        JMP     NEXT            ;= 0009: C3 0C 00
NEXT:   NOP                     ;= 00
.mine:  NOP                     ;= 00
AGAIN   MACRO   WHERE
.inner: JMP     WHERE           ;= C3 0D 00
        ENDM
        AGAIN   .mine
        JMP     .mine           ;= C3 0D 00
OUTER   MACRO   X
        STORE   A,X
        ENDM
        OUTER   5
; a label before the end of a macro is its last line
SKIP    MACRO
        JMP     .over           ;= C3 1A 00
        NOP                     ;= 00
.over:  ENDM
        SKIP
