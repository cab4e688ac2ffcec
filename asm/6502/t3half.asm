;! routine: T3HALF
;! cpu: 6502
;! org: $0300
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: A, X, Y, P
;! oracle: f3_half
;! bytes: 36
;! cycles: 124-128
;! title: Turns the 6x6 board by a half turn
; Figure 3: exchanges bytes 1 and 3 and bytes 2 and 4; byte 5 rotates by four.
PTR     EQU $10
0300  A0 01        T3HALF: LDY #1
0302  B1 10        PAIR:   LDA (PTR),Y     ; 2 and 4, then 1 and 3
0304  AA                   TAX
0305  C8                   INY
0306  C8                   INY
0307  B1 10                LDA (PTR),Y
0309  48                   PHA
030A  8A                   TXA
030B  91 10                STA (PTR),Y
030D  88                   DEY
030E  88                   DEY
030F  68                   PLA
0310  91 10                STA (PTR),Y
0312  88                   DEY
0313  10 ED                BPL PAIR
0315  A0 04                LDY #4
0317  B1 10                LDA (PTR),Y     ; the middle
0319  0A                   ASL A           ; rotate left by 2: ADC enters the first bit at the
031A  69 80                ADC #$80        ; bottom and moves the second to the carry
031C  2A                   ROL A
031D  0A                   ASL A
031E  69 80                ADC #$80
0320  2A                   ROL A
0321  91 10                STA (PTR),Y
0323  60                   RTS
