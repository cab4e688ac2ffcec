; wrong: mask of the seam
;! routine: WTURN
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P, (RING), (SEAM), (PREV), (LAST)
;! oracle: w_turn
; The 64 bits of the W system form three rings, which a quarter turn rotates:
;   bits 0-11    the primed half edges           up 3
;   bits 12-59   all others except the corners   up 12, which is 3 nibbles
;   bits 60-63   the corners                     up 1
; The ring of 48 begins in the middle of byte 1 and ends in the middle of byte 7.
; Those two halves form one byte, the seam; then six whole bytes rotate.
PTR     EQU $10
RING    EQU $12
SEAM    EQU $13
PREV    EQU $14
LAST    EQU $15
WTURN:  LDY #0
        LDA (PTR),Y
        STA RING
        INY
        LDA (PTR),Y
        STA SEAM
        AND #$1F        ; the ring of 12: A and RING
        ASL RING
        ROL A
        ASL RING
        ROL A
        ASL RING
        ROL A           ; up 3; the bits shifted out are in bits 4-6
        TAX
        LSR A
        LSR A
        LSR A
        LSR A
        ORA RING
        DEY
        STA (PTR),Y     ; byte 0
        TXA
        AND #$0F
        STA RING        ; new low nibble of byte 1
        LDY #7
        LDA (PTR),Y
        EOR SEAM
        AND #$0F
        EOR SEAM
        TAX             ; X = the seam: nibble 3 high, nibble 14 low
        DEY
        LDA (PTR),Y
        STA LAST
        DEY
        LDA (PTR),Y
        STA PREV        ; the two bytes below the seam: 5 and 6
        JSR WSTEP
        STA SEAM        ; the seam turned
        LDY #7
        LDA (PTR),Y
        AND #$F0        ; the corners
        ASL A           ; up 1; bit 7 is now the carry
        ADC #$0F        ; which carries into bit 4
        EOR SEAM
        AND #$F0
        EOR SEAM        ; below them nibble 14
        STA (PTR),Y
        LDA SEAM
        AND #$F0        ; nibble 3
        ORA RING
        LDY #1
        STA (PTR),Y
WLOOP:  INY
        LDA (PTR),Y
        TAX
        JSR WSTEP
        STA (PTR),Y
        CPY #6
        BNE WLOOP
        RTS
; A = the ring's byte two places up: low nibble of LAST, high nibble of PREV. PREV,
; LAST become LAST, X.
WSTEP:  LDA PREV
        EOR LAST
        AND #$F0
        EOR LAST        ; high nibble of PREV, low nibble of LAST
        ASL A
        ADC #$80
        ROL A
        ASL A
        ADC #$80
        ROL A           ; exchange them
        PHA
        LDA LAST
        STA PREV
        STX LAST
        PLA
        RTS
