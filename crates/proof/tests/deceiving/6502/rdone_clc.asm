; wrong: CLC before ADC #0: the letter is not incremented
;! routine: RDONE
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: Z = solved
;! clobbers: A, Y, P
;! oracle: rotate_solved
; Z if the sixteen bytes are the letters A to P in order.
PTR     EQU $10
RDONE:  LDY #0
        LDA #'A'
RNEXT:  CMP (PTR),Y
        BNE ROUT
        CLC
        ADC #0          ; equal sets the carry: the next letter
        INY
        CPY #16
        BNE RNEXT
ROUT:   RTS
