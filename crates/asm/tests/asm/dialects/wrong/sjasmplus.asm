; Mistakes in the syntax of sjasmplus
        ORG 8000h
        LD A,
;~ 13: error: expected a value
        LDX A,B
;~ 9: error: `LDX` is not a word of sjasmplus; did you mean `LD`?
        DUPP 3
;~ 9: error: `DUPP` is not a word of sjasmplus; did you mean `DUP`?
        DUP 2
        NOP
        EDUP
        LUA
;~ 9: error: `LUA` is not supported; Lua scripts are not executed; write the bytes with DUP, WHILE and DEFARRAY, or include what the script writes
enduip
;~ 1: warning: this is read as a label, but nothing refers to it; did you mean `EDUP`?; a label is written `enduip:`
label:  DB "text
;~ 12: error: the string has no closing quote
        MODULE open
;~ 9: error: this block is not closed
        INCBIN "file.bin"
;~ 16: error: cannot include file.bin: no other files are available here
        ASSERT 1 = 2
;~ 16: error: the assertion does not hold: 1 = 2
        DISPLAY "value ", 5
;~ 9: note: value 5
 bit 9,a
;~ 6: error: the number is 9, 2 more than 7
 ex hl,de,bc
;~ 5: error: `ex` does not take these operands; the forms are EX AF,AF'; EX (SP),HL; EX DE,HL; EX (SP),IX; EX (SP),IY
 adc ix,hl
;~ 6: error: `adc` does not take these operands; the forms are ADC HL,HL; ADC A,B; ADC A,C; ADC A,D; ADC A,E; ADC A,H; and 13 more
