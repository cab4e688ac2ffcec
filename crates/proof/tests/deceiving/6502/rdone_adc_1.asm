; holds: CLC before ADC #1
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
        ADC #1          ; equal sets the carry: the next letter
        INY
        CPY #16
        BNE RNEXT
ROUT:   RTS
