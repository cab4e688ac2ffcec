        CPU     Z80
START:  MOV     A,M
;~ 9-11 error: the Z80 has no instruction `MOV`; this is 8080 syntax; on the Z80 write `LD A,(HL)`
        MVI     A,5
;~ 9-11 error: the Z80 has no instruction `MVI`; this is 8080 syntax; on the Z80 write `LD A,5`
        LXI     H,START
;~ 9-11 error: the Z80 has no instruction `LXI`; this is 8080 syntax; on the Z80 write `LD HL,START`
        JMP     START
;~ 9-11 error: the Z80 has no instruction `JMP`; this is 8080 syntax; on the Z80 write `JP START`
        LDA     START
;~ 9-11 error: the Z80 has no instruction `LDA`; this is 8080 syntax; on the Z80 write `LD A,(START)`
        LDA     #5
;~ 9-11 error: the Z80 has no instruction `LDA`; this instruction is for the 6502
        STX     5
;~ 9-11 error: the Z80 has no instruction `STX`; this instruction is for the 6502
        ADD     B
;~ 17-17 error: `ADD` does not take these operands; this is 8080 syntax; on the Z80 write `ADD A,B`
        SUB     A,B
;~ 17-19 error: `SUB` does not take these operands; write `SUB B`
        JP      HL
;~ 17-18 error: `JP` does not take these operands; the forms are JP nn; JP (HL); JP (IX); JP (IY); JP NZ,nn; JP Z,nn; and 6 more
        IN      (C)
;~ 17-19 error: `IN` does not take these operands; the forms are IN A,(n); IN B,(C); IN C,(C); IN D,(C); IN E,(C); IN H,(C); and 3 more
        LD      (HL),(HL)
;~ 17-25 error: `LD` does not take these operands; the forms are LD (HL),n; LD B,(HL); LD C,(HL); LD D,(HL); LD E,(HL); LD H,(HL); and 178 more
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
;~ 17-19 error: the branch target is +204 bytes away, 77 too far; JP has no range limit
        DJNZ    FAR
;~ 17-19 error: the branch target is +202 bytes away, 75 too far; DEC B and JP NZ have no range limit
        JR      PO,START
;~ 17-24 error: `JR` does not take these operands; the forms are JR NZ,e; JR Z,e; JR NC,e; JR C,e; JR e
        EX      AF,AF
;~ 17-21 error: `EX` does not take these operands; the forms are EX AF,AF'; EX (SP),HL; EX DE,HL; EX (SP),IX; EX (SP),IY
        LD      B,(5)
;~ 17-21 error: `LD` does not take these operands; the forms are LD B,n; LD HL,(nn); LD A,(nn); LD B,B; LD B,C; LD B,D; and 178 more
        JP      START,5,6
;~ 17-25 error: `JP` does not take these operands; the forms are JP NZ,nn; JP Z,nn; JP NC,nn; JP C,nn; JP PO,nn; JP PE,nn; and 6 more
        LD      A,
;~ 18-18 error: expected a value
        INC     NZ
;~ 17-18 error: `INC` does not take these operands; the forms are INC BC; INC B; INC C; INC DE; INC D; INC E; and 14 more
        PUSH    START
;~ 17-21 error: `PUSH` does not take these operands; the forms are PUSH BC; PUSH DE; PUSH HL; PUSH AF; PUSH IX; PUSH IY
MOV     A,B
;~ 1-3 error: the Z80 has no instruction `MOV`; this is 8080 syntax; on the Z80 write `LD A,B`
        OUT     (256),A
;~ 18-20 error: the port is 256, 1 more than 255
        OUT     (C),1
;~ 21-21 error: `OUT` takes 0, not 1
        .bite   5
;~ 9-13 error: unknown directive `.bite`; did you mean `.BYTE`?
        DEFBB   5
;~ 9-13 error: the Z80 has no instruction `DEFBB`; did you mean `DEFB`?
        DS      200
FAR:    NOP
        LDA     #'A
;~ 9-11 error: the Z80 has no instruction `LDA`; this instruction is for the 6502
        DB      1'
;~ 18-18 error: unexpected `'`
; one operand, which is a value: no other processor is meant
        CP      START%256
;~ 22-22 error: unexpected `%`
        JP      START%256
;~ 22-22 error: unexpected `%`
