;! routine: T2CW
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: (HI), P
;! oracle: f2_turn
;! bytes: 25
;! cycles: 48
;! title: Turns the 4x4 board by a quarter turn clockwise
; Figure 2: a quarter turn rotates the word left by 4.
HI      EQU $12
0300  86 12        T2CW:   STX HI
0302  0A                   ASL A           ; a bit from A into HI,
0303  26 12                ROL HI
0305  69 00                ADC #0          ; and the bit that leaves HI into A: four times
0307  0A                   ASL A
0308  26 12                ROL HI
030A  69 00                ADC #0
030C  0A                   ASL A
030D  26 12                ROL HI
030F  69 00                ADC #0
0311  0A                   ASL A
0312  26 12                ROL HI
0314  69 00                ADC #0
0316  A6 12                LDX HI
0318  60                   RTS
