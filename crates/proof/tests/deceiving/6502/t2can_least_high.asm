; wrong: compares only the high bytes
;! routine: T2CAN
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: Y, P, (LO:5)
;! oracle: f2_canonical
; Figure 2: four turns, a reflection, four turns; LEAST is the least word so far. Four
; turns restore the board. TAB1 is Table 1: rotates bits 0 2 4 6 left by 4, bits 3 and
; 7 by 2, bits 1 and 5 by 6. The byte rotates left by 2 three times; bits with a
; shorter distance join later.
LO      EQU $12         ; the board
HI      EQU $13
LEAST   EQU $14
KEEP    EQU $16
T2CAN:  STA LO
        STX HI
        STA LEAST
        STX LEAST+1
        JSR FOUR
        LDA LO
        JSR TAB1
        STA LO
        LDA HI
        JSR TAB1
        STA HI
        JSR FOUR
        LDA LEAST
        LDX LEAST+1
        RTS
FOUR:   LDY #4
TURN:   LDA LO
        LDX #4
SHIFT:  ASL A           ; a bit from A into HI,
        ROL HI
        ADC #0          ; and the bit that leaves HI into A
        DEX
        BNE SHIFT
        STA LO
        SEC
        NOP       ; board - LEAST
        LDA HI
        SBC LEAST+1
        BCS NEXT
        LDA LO
        STA LEAST
        LDA HI
        STA LEAST+1
NEXT:   DEY
        BNE TURN
        RTS

TAB1:   STA KEEP
        ASL A           ; rotate left by 2: ADC enters the first bit at the
        ADC #$80        ; bottom and moves the second to the carry
        ROL A
        EOR KEEP        ; A from the rotated byte where the mask is 1,
        AND #$AA        ; else from the original: bits 0 2 4 6 start over
        EOR KEEP
        ASL A
        ADC #$80
        ROL A
        EOR KEEP
        AND #$77        ; bits 3 and 7 start over
        EOR KEEP
        ASL A
        ADC #$80
        ROL A
        RTS
