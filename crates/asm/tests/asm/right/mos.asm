; MOS's syntax
        .cpu 6502
* this is a comment
ZP = $12
*=$0400
start   LDA #$12                ;= 0400: A9 12
        LDA ZP                  ;= A5 12
        LDA ZP,X                ;= B5 12
        LDX ZP,Y                ;= B6 12
        LDA ZP,Y                ;= B9 12 00
        LDA $1234               ;= AD 34 12
        LDA !ZP                 ;= AD 12 00
        LDA.AD ZP               ;= AD 12 00
        STA !ZP,X               ;= 9D 12 00
        LDA (ZP),Y              ;= B1 12
        LDA (ZP,X)              ;= A1 12
        JMP (start)             ;= 6C 00 04
        JMP start               ;= 4C 00 04
        ASL A                   ;= 0A
        ASL                     ;= 0A
        ASL ZP                  ;= 06 12
        LDA #<table             ;= A9 4A
        LDA #>table             ;= A9 04
        LDA <later              ;= A5 77
        LDA #<table+1           ;= A9 4B
        LDA #'A                 ;= A9 41
        LDA #'A'                ;= A9 41
        LDA #'; ; comment       ;= A9 3B
        LDA #%1010              ;= A9 0A
        LDA #"B"                ;= A9 42
loop    DEX                     ;= CA
        BNE loop                ;= D0 FD
        BEQ *+4                 ;= F0 02
        BEQ *                   ;= F0 FE
        LAX ZP                  ;= A7 12
        SHS $1234,Y             ;= 9B 34 12
        NOP.1A                  ;= 1A
        BRK                     ;= 00
        .res 4
        * = *+1
table   .byte 1,2,<start,>start,'AB',"x",'A ;= 044A: 01 02 00 04 41 42 78 41
        .word start,-1          ;= 00 04 FF FF
        .dbyte start            ;= 04 00
        .ds 1
later = $77
