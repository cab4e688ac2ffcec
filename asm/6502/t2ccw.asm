;! routine: T2CCW
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: (HI), P
;! oracle: f2_unturn
;! bytes: 26
;! cycles: 50
;! title: Turns the 4x4 board by a quarter turn counterclockwise
; Figure 2: a rotation right by 4 is an exchange of the bytes and a rotation left by 4.
HI      EQU $12
0300  85 12        T2CCW:  STA HI
0302  8A                   TXA
0303  0A                   ASL A           ; a bit from A into HI,
0304  26 12                ROL HI
0306  69 00                ADC #0          ; and the bit that leaves HI into A: four times
0308  0A                   ASL A
0309  26 12                ROL HI
030B  69 00                ADC #0
030D  0A                   ASL A
030E  26 12                ROL HI
0310  69 00                ADC #0
0312  0A                   ASL A
0313  26 12                ROL HI
0315  69 00                ADC #0
0317  A6 12                LDX HI
0319  60                   RTS
