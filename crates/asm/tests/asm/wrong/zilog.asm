        CPU     Z80
START:  MOV     A,M
;~ 9-11 error: the Z80 has no instruction `MOV`; this is the 8080's; the Z80's is `LD A,(HL)`
        MVI     A,5
;~ 9-11 error: the Z80 has no instruction `MVI`; this is the 8080's; the Z80's is `LD A,5`
        LXI     H,START
;~ 9-11 error: the Z80 has no instruction `LXI`; this is the 8080's; the Z80's is `LD HL,START`
        JMP     START
;~ 9-11 error: the Z80 has no instruction `JMP`; this is the 8080's; the Z80's is `JP START`
        LDA     START
;~ 9-11 error: the Z80 has no instruction `LDA`; this is the 8080's; the Z80's is `LD A,(START)`
        LDA     #5
;~ 9-11 error: the Z80 has no instruction `LDA`; this is the 6502's
        STX     5
;~ 9-11 error: the Z80 has no instruction `STX`; this is the 6502's
        ADD     B
;~ 17-17 error: `ADD` does not take these operands; this is the 8080's; the Z80's is `ADD A,B`
        SUB     A,B
;~ 17-19 error: `SUB` does not take these operands; it is written `SUB B`
        JP      HL
;~ 17-18 error: `JP` does not take these operands; there is JP nn; JP (HL); JP (IX); JP (IY); JP NZ,nn; JP Z,nn and 6 more
        IN      (C)
;~ 17-19 error: `IN` does not take these operands; there is IN A,(n); IN B,(C); IN C,(C); IN D,(C); IN E,(C); IN H,(C) and 3 more
        LD      (HL),(HL)
;~ 17-25 error: `LD` does not take these operands; there is LD (HL),n; LD B,(HL); LD C,(HL); LD D,(HL); LD E,(HL); LD H,(HL) and 178 more
        LD      A,(IX+128)
;~ 22-25 error: the displacement is 128, 1 more than 127
        LD      A,(IX-129)
;~ 22-25 error: the displacement is -129, 1 less than -128
        BIT     8,A
;~ 17-17 error: the number is 8, 1 more than 7
        RST     9
;~ 17-17 error: `RST` takes 00H, 08H, 10H, 18H, 20H, 28H, 30H, 38H, not 9
        IM      3
;~ 17-17 error: the number is 3, 1 more than 2
        JR      FAR
;~ 17-19 error: the branch goes +204 bytes, 77 too far; JP reaches everywhere
        DJNZ    FAR
;~ 17-19 error: the branch goes +202 bytes, 75 too far; DEC B and JP NZ reach everywhere
        JR      PO,START
;~ 17-24 error: `JR` does not take these operands; there is JR NZ,e; JR Z,e; JR NC,e; JR C,e; JR e
        EX      AF,AF
;~ 17-21 error: `EX` does not take these operands; there is EX AF,AF'; EX (SP),HL; EX DE,HL; EX (SP),IX; EX (SP),IY
        LD      B,(5)
;~ 17-21 error: `LD` does not take these operands; there is LD B,n; LD HL,(nn); LD A,(nn); LD B,B; LD B,C; LD B,D and 178 more
        JP      START,5,6
;~ 17-25 error: `JP` does not take these operands; there is JP NZ,nn; JP Z,nn; JP NC,nn; JP C,nn; JP PO,nn; JP PE,nn and 6 more
        LD      A,
;~ 18-18 error: a value is missing here
        INC     NZ
;~ 17-18 error: `INC` does not take these operands; there is INC BC; INC B; INC C; INC DE; INC D; INC E and 14 more
        PUSH    START
;~ 17-21 error: `PUSH` does not take these operands; there is PUSH BC; PUSH DE; PUSH HL; PUSH AF; PUSH IX; PUSH IY
MOV     A,B
;~ 1-3 error: the Z80 has no instruction `MOV`; this is the 8080's; the Z80's is `LD A,B`
        OUT     (256),A
;~ 18-20 error: the port is 256, 1 more than 255
        OUT     (C),1
;~ 21-21 error: `OUT` takes 0, not 1
        .bite   5
;~ 9-13 error: there is no directive `.bite`; is `.BYTE` meant?
        DEFBB   5
;~ 9-13 error: the Z80 has no instruction `DEFBB`; is `DEFB` meant?
        DS      200
FAR:    NOP
