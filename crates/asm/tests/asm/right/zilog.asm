; Zilog's syntax
        .z80
        org     8000h
start:  ld      a,(ix+5)        ;= 8000: DD 7E 05
        LD      (IY-128),0AH    ;= FD 36 80 0A
        LD      A,(IX)          ;= DD 7E 00
        LD      HL,(start)      ;= 2A 00 80
        LD.ED6B HL,(start)      ;= ED 6B 00 80
        LD      B,(HL)          ;= 46
        LD      A,5             ;= 3E 05
        LD      A,(5)           ;= 3A 05 00
        LD      A,(5)+1         ;= 3E 06
        LD      A,$FF           ;= 3E FF
        LD      A,#FF           ;= 3E FF
        LD      A,&FF           ;= 3E FF
        LD      A,0xFF          ;= 3E FF
        LD      A,%1010         ;= 3E 0A
        EX      AF,AF'          ;= 08
        LD      A,''''         ;= 3E 27
        JR      $               ;= 8026: 18 FE
        JR      C,start         ;= 38 D6
        DJNZ    .next           ;= 10 00
.next:  JP      (HL)            ;= E9
        JP      (IX)            ;= DD E9
        JP      C,.next         ;= DA 2C 80
        RST     38H             ;= FF
        RST     8               ;= CF
        IM      1               ;= ED 56
        BIT     7,(IX-1)        ;= DD CB FF 7E
        SET     3,A             ;= CB DF
        RES     0,(HL)          ;= CB 86
        OUT     (C),0           ;= ED 71
        OUT     (0FEH),A        ;= D3 FE
        IN      A,(0FEH)        ;= DB FE
        IN      F,(C)           ;= ED 70
        LD      IXH,IXL         ;= DD 65
        RLC     (IX+5),B        ;= DD CB 05 00
        SLL     A               ;= CB 37
        SL1     A               ;= CB 37
        NEG.ED4C                ;= ED 4C
        NOP.DD                  ;= DD
other:  NOP                     ;= 00
.next   JR      .next           ;= 18 FE
        JR      other.next      ;= 18 FC
        JR      start.next      ;= 18 D2
@last:  JR      @last           ;= 18 FE
text    DEFM    "say ""hi"", now" ;= 73 61 79 20 22 68 69 22 2C 20 6E 6F 77
        DEFW    text,other      ;= 5C 80 53 80
        DEFS    3,0FFH          ;= FF FF FF
        defb    -128,255        ;= 80 FF
count   SET     3
        LD      A,count         ;= 3E 03
count   SET     count+1
        LD      A,count         ;= 3E 04
here:   SET     2,B             ;= CB D0
