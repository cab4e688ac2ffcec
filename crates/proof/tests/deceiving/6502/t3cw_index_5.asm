; wrong: byte 6 is rotated, beyond the field
;! routine: T3CW
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P
;! oracle: f3_turn
; Figure 3: byte 1 moves to 2, 2 to 3, 3 to 4 and 4 to 1. The four squares in the
; middle are every second bit of byte 5, which rotates by two.
PTR     EQU $10
T3CW:   LDY #3
        LDA (PTR),Y     ; byte 4
        TAX
        DEY
UP:     LDA (PTR),Y     ; 3 to 4, 2 to 3, 1 to 2
        INY
        STA (PTR),Y
        DEY
        DEY
        BPL UP
        INY
        TXA
        STA (PTR),Y     ; 4 to 1
        LDY #5
        LDA (PTR),Y     ; the middle
        ASL A           ; rotate left by 2: ADC enters the first bit at the
        ADC #$80        ; bottom and moves the second to the carry
        ROL A
        STA (PTR),Y
        RTS
