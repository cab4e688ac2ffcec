;! routine: T5HALF
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P
;! oracle: f5_half
;! bytes: 31
;! cycles: 70-72
;! title: Turns the 5x5 board of figure 5 by a half turn
; Figure 5: exchanges bytes 1 and 2; byte 3 rotates by four.
PTR     EQU $10
0300  A0 00        T5HALF: LDY #0
0302  B1 10                LDA (PTR),Y     ; byte 1
0304  AA                   TAX
0305  C8                   INY
0306  B1 10                LDA (PTR),Y     ; byte 2
0308  48                   PHA
0309  8A                   TXA
030A  91 10                STA (PTR),Y
030C  88                   DEY
030D  68                   PLA
030E  91 10                STA (PTR),Y
0310  A0 02                LDY #2
0312  B1 10                LDA (PTR),Y     ; byte 3
0314  0A                   ASL A           ; rotate left by 2: ADC enters the first bit at the
0315  69 80                ADC #$80        ; bottom and moves the second to the carry
0317  2A                   ROL A
0318  0A                   ASL A
0319  69 80                ADC #$80
031B  2A                   ROL A
031C  91 10                STA (PTR),Y
031E  60                   RTS
