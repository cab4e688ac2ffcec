        CPU     8080
        LD      A,B
;~ 9-10 error: the 8080 has no instruction `LD`; this is Z80 syntax; on the 8080 write `MOV A,B`
        LD      A,(HL)
;~ 9-10 error: the 8080 has no instruction `LD`; this is Z80 syntax; on the 8080 write `MOV A,M`
        LD      A,(1234H)
;~ 9-10 error: the 8080 has no instruction `LD`; this is Z80 syntax; on the 8080 write `LDA 1234H`
        JP      NZ,1234H
;~ 17-24 error: `JP` does not take these operands; this is Z80 syntax; on the 8080 write `JNZ 1234H`
        RST     38H
;~ 17-19 error: the number is 56, 49 more than 7
        RST     8
;~ 17-17 error: the number is 8, 1 more than 7
        RST     LATER
;~ 17-21 error: `LATER` selects the opcode and must be known above this line
LATER:  JR      LATER
;~ 9-10 error: the 8080 has no instruction `JR`; this instruction is for the Z80
        LDA     #5
;~ 17-17 error: unexpected `#`; an immediate operand is written without `#`
        LDX     #5
;~ 9-11 error: the 8080 has no instruction `LDX`; this instruction is for the 6502
        MVX     A,5
;~ 9-11 error: the 8080 has no instruction `MVX`; did you mean `MVI`?
MVI     A,256
;~ 11-13 error: the byte is 256, 1 more than 255
        MVI     A,-129
;~ 19-22 error: the byte is -129, 1 less than -128
        MVI     A
;~ 17-17 error: `MVI` does not take these operands; the forms are MVI A,n; MVI B,n; MVI C,n; MVI D,n; MVI E,n; MVI H,n; and 2 more
        MOV     A,5
;~ 17-19 error: `MOV` does not take these operands; the forms are MOV A,B; MOV A,C; MOV A,D; MOV A,E; MOV A,H; MOV A,L; and 57 more
        MOV     M,M
;~ 17-19 error: `MOV` does not take these operands; the forms are MOV B,M; MOV C,M; MOV D,M; MOV E,M; MOV H,M; MOV L,M; and 57 more
        MVI     A,FFH
;~ 19-21 error: `FFH` is not defined; a number begins with a digit: 0FFH
        MVI     A,LATR
;~ 19-22 error: `LATR` is not defined; did you mean `LATER`?
        LXI     H,70000
;~ 19-23 error: the word is 70000, 4465 more than 65535
        OUT     -1
;~ 17-18 error: the port is -1, 1 less than 0
        PUSH    SP
;~ 17-18 error: `PUSH` does not take these operands; the forms are PUSH B; PUSH D; PUSH H; PUSH PSW
        STAX    H
;~ 17-17 error: `STAX` does not take these operands; the forms are STAX B; STAX D
        EXX
;~ 9-11 error: the 8080 has no instruction `EXX`; this instruction is for the Z80
        HALT
;~ 9-12 error: the 8080 has no instruction `HALT`; this is Z80 syntax; on the 8080 write `HLT`
        ADD     A,B
;~ 17-19 error: `ADD` does not take these operands; this is Z80 syntax; on the 8080 write `ADD B`
        NOP.FF
;~ 9-14 error: `NOP.FF` does not take these operands; the form is NOP
        MVI     B,A
;~ 17-19 error: `MVI` does not take these operands; the forms are MVI B,n; MVI C,n; MVI D,n; MVI E,n; MVI H,n; MVI L,n; and 2 more
MVVI    B,5
;~ 1-4 error: the 8080 has no instruction `MVVI`; did you mean `MVI`?
LDIR
;~ 1-4 warning: this is read as a label, but nothing refers to it; the Z80 has an instruction with this name
; one operand, which is a value: no other processor is meant
        CP      START%256
;~ 22-22 error: unexpected `%`
        JP      START%256
;~ 22-22 error: unexpected `%`
