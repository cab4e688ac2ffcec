; wrong: BNE: only one pair
;! routine: T3HALF
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P
;! oracle: f3_half
; Figure 3: exchanges bytes 1 and 3 and bytes 2 and 4; byte 5 rotates by four.
PTR     EQU $10
T3HALF: LDY #1
PAIR:   LDA (PTR),Y     ; 2 and 4, then 1 and 3
        TAX
        INY
        INY
        LDA (PTR),Y
        PHA
        TXA
        STA (PTR),Y
        DEY
        DEY
        PLA
        STA (PTR),Y
        DEY
        BNE PAIR
        LDY #4
        LDA (PTR),Y     ; the middle
        ASL A           ; rotate left by 2: ADC enters the first bit at the
        ADC #$80        ; bottom and moves the second to the carry
        ROL A
        ASL A
        ADC #$80
        ROL A
        STA (PTR),Y
        RTS
