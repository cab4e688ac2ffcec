        CPU     6502
START:  LD      A,5
;~ 9-10 error: the 6502 has no instruction `LD`; this instruction is for the Z80
        LDA     A
;~ 17-17 error: `LDA` does not take these operands; the forms are LDA (n,X); LDA n; LDA #n; LDA nn; LDA (n),Y; LDA n,X; and 2 more
        LDA     #256
;~ 18-20 error: the byte is 256, 1 more than 255
        LDA     ($100),Y
;~ 18-21 error: the zero-page address is 256, 1 more than 255
        LDA     (START),X
;~ 17-25 error: `LDA` does not take these operands; the forms are LDA (n,X); LDA n; LDA #n; LDA nn; LDA (n),Y; LDA n,X; and 2 more
        LDA     LATER
;~ 17-21 warning: assembled with a three-byte address: `LATER` was not known to be in the zero page above this line; define `LATER` above this line, or prefix it with `<` for two bytes or `!` for three
        LDA     LATER,X
;~ 17-21 warning: assembled with a three-byte address: `LATER` was not known to be in the zero page above this line; define `LATER` above this line, or prefix it with `<` for two bytes or `!` for three
        STA     #5
;~ 17-18 error: `STA` does not take these operands; the forms are STA (n,X); STA n; STA nn; STA (n),Y; STA n,X; STA nn,Y; and 1 more
        JMP     (START,X)
;~ 17-25 error: `JMP` does not take these operands; the forms are JMP nn; JMP (nn)
        BNE     FAR
;~ 17-19 error: the branch target is +207 bytes away, 80 too far; use the opposite branch over a JMP
        BEQ     MISSING
;~ 17-23 error: `MISSING` is not defined
        BEQ     MISSING
        LDA     !START,Q
;~ 17-24 error: `LDA` does not take these operands; the forms are LDA (n,X); LDA n; LDA #n; LDA nn; LDA (n),Y; LDA n,X; and 2 more
        STX     $1234,Y
;~ 17-21 error: the zero-page address is 4660, 4405 more than 255
        LDY     !5,Y
;~ 17-20 error: `LDY` does not take these operands; the forms are LDY #n; LDY n; LDY nn; LDY n,X; LDY nn,X
        MVI     A,5
;~ 9-11 error: the 6502 has no instruction `MVI`; this instruction is for the 8080
        ASL     X
;~ 17-17 error: `ASL` does not take these operands; the forms are ASL n; ASL A; ASL nn; ASL n,X; ASL nn,X
X:      NOP
;~ 1-1 error: `X` cannot be a symbol: it is a register or a condition
        LDA     #'
;~ 18-18 error: the string has no closing quote
        TXY
;~ 9-11 error: the 6502 has no instruction `TXY`; did you mean `TAY`?
        .res    200
FAR:    NOP
LATER = $12
