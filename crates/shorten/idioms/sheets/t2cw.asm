;! routine: T2CW
;! cpu: 6502
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: (HI), P
;! oracle: f2_turn
;! title: Turns the 4x4 board by a quarter turn clockwise
;! org: $0300
;! bytes: 21
;! cycles: 44
; Found by arcadian shorten --for bytes, and proven.
HI      EQU $12
0300  86 12        T2CW:   STX HI
0302  0A                   ASL A
0303  26 12                ROL HI
0305  69 80                ADC #$80
0307  26 12                ROL HI
0309  2A                   ROL A
030A  0A                   ASL A
030B  26 12                ROL HI
030D  69 80                ADC #$80
030F  26 12                ROL HI
0311  2A                   ROL A
0312  A6 12                LDX HI
0314  60                   RTS
