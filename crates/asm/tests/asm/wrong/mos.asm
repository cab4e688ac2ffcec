        CPU     6502
START:  LD      A,5
;~ 9-10 error: the 6502 has no instruction `LD`; this is the Z80's
        LDA     A
;~ 17-17 error: `LDA` does not take these operands; there is LDA (n,X); LDA n; LDA #n; LDA nn; LDA (n),Y; LDA n,X and 2 more
        LDA     #256
;~ 18-20 error: the byte is 256, 1 more than 255
        LDA     ($100),Y
;~ 18-21 error: the zero-page address is 256, 1 more than 255
        LDA     (START),X
;~ 17-25 error: `LDA` does not take these operands; there is LDA (n,X); LDA n; LDA #n; LDA nn; LDA (n),Y; LDA n,X and 2 more
        LDA     LATER
;~ 17-21 warning: takes three bytes: whether `LATER` is in the zero page was not known above this line; define `LATER` above, or write `<` before it for two bytes, `!` for three
        LDA     LATER,X
;~ 17-21 warning: takes three bytes: whether `LATER` is in the zero page was not known above this line; define `LATER` above, or write `<` before it for two bytes, `!` for three
        STA     #5
;~ 17-18 error: `STA` does not take these operands; there is STA (n,X); STA n; STA nn; STA (n),Y; STA n,X; STA nn,Y and 1 more
        JMP     (START,X)
;~ 17-25 error: `JMP` does not take these operands; there is JMP nn; JMP (nn)
        BNE     FAR
;~ 17-19 error: the branch goes +207 bytes, 80 too far; the opposite branch over a JMP reaches everywhere
        BEQ     MISSING
;~ 17-23 error: `MISSING` is defined nowhere
        BEQ     MISSING
        LDA     !START,Q
;~ 17-24 error: `LDA` does not take these operands; there is LDA (n,X); LDA n; LDA #n; LDA nn; LDA (n),Y; LDA n,X and 2 more
        STX     $1234,Y
;~ 17-21 error: the zero-page address is 4660, 4405 more than 255
        LDY     !5,Y
;~ 17-20 error: `LDY` does not take these operands; there is LDY #n; LDY n; LDY nn; LDY n,X; LDY nn,X
        MVI     A,5
;~ 9-11 error: the 6502 has no instruction `MVI`; this is the 8080's
        ASL     X
;~ 17-17 error: `ASL` does not take these operands; there is ASL n; ASL A; ASL nn; ASL n,X; ASL nn,X
X:      NOP
;~ 1-1 error: `X` cannot be a symbol: it is a register or a condition
        LDA     #'
;~ 18-18 error: the string has no closing quote
        TXY
;~ 9-11 error: the 6502 has no instruction `TXY`; is `TAY` meant?
        .res    200
FAR:    NOP
LATER = $12
