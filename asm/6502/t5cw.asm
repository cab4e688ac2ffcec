;! routine: T5CW
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, Y, P, (HI)
;! oracle: f5_turn
;! bytes: 46
;! cycles: 95-97
;! title: Turns the 5x5 board of figure 5 by a quarter turn clockwise
; Figure 5: bytes 1 and 2 as in figure 2, a word rotated left by 4; byte 3 rotates
; left by 2. The center, byte 4, stays.
PTR     EQU $10
HI      EQU $12
0300  A0 01        T5CW:   LDY #1
0302  B1 10                LDA (PTR),Y     ; byte 2
0304  85 12                STA HI
0306  88                   DEY
0307  B1 10                LDA (PTR),Y     ; byte 1
0309  0A                   ASL A           ; a bit from A into HI,
030A  26 12                ROL HI
030C  69 00                ADC #0          ; and the bit that leaves HI into A: four times
030E  0A                   ASL A
030F  26 12                ROL HI
0311  69 00                ADC #0
0313  0A                   ASL A
0314  26 12                ROL HI
0316  69 00                ADC #0
0318  0A                   ASL A
0319  26 12                ROL HI
031B  69 00                ADC #0
031D  91 10                STA (PTR),Y
031F  C8                   INY
0320  A5 12                LDA HI
0322  91 10                STA (PTR),Y
0324  C8                   INY
0325  B1 10                LDA (PTR),Y     ; byte 3
0327  0A                   ASL A           ; rotate left by 2: ADC enters the first bit at the
0328  69 80                ADC #$80        ; bottom and moves the second to the carry
032A  2A                   ROL A
032B  91 10                STA (PTR),Y
032D  60                   RTS
