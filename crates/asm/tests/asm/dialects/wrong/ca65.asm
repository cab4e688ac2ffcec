; Mistakes in the syntax of ca65
        .setcpu "6502"
        .segmnt "CODE"
;~ 9: error: `.segmnt` is not a word of ca65; did you mean `.SEGMENT`?
        ldaa #1
;~ 9: error: `ldaa` is not a word of ca65; did you mean `LDA`?
        .byte 300
;~ 15: error: the byte is 300, 45 more than 255
        .byte missing
;~ 15: error: `missing` is not defined
        .import elsewhere
        jsr elsewhere
;~ 13: error: `elsewhere` belongs to another module, which is not read; give its value with -D NAME=VALUE, or include its source
        .res -1
;~ 14: error: the count is -1, 1 less than 0
        .p816
;~ 9: error: `.p816` is not supported; only the NMOS 6502 is known here
        .proc open
;~ 9: error: this block is not closed
        .if 1
;~ 9: error: this block is not closed
        lda #"ab
;~ 14: error: the string has no closing quote
        beq far
;~ 13: error: the branch target is +198 bytes away, 71 too far; use the opposite branch over a JMP
        .res 200
far:    .word far +
;~ 19: error: expected a value
twice:  nop
twice:  nop
;~ 1: error: `twice` is defined twice; first defined in line 17
        .repeat 100000
;~ 17: error: 100000 repetitions; at most 65536 are allowed
        .endrep
        .endproc
;~ 9: error: `.endproc` closes nothing
        .endmacro
;~ 9: error: `.endmacro` closes nothing
        .assert 1 = 2, error, "one is not two"
;~ 17: error: the assertion does not hold: one is not two
        .warning "careful"
;~ 9: warning: careful
        .autoimport on
;~ 9: note: `.autoimport` is read and ignored: there is no linker
        .macpack nothing
;~ 18: error: `nothing` is not supported
 lda (5),x
;~ 6: error: `lda` does not take these operands; the forms are LDA (n,X); LDA n; LDA #n; LDA nn; LDA (n),Y; LDA n,X; and 2 more
 asl 5,y
;~ 6: error: `asl` does not take these operands; the forms are ASL n; ASL A; ASL nn; ASL n,X; ASL nn,X
