;! routine: T2CCW
;! cpu: 6502
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: (HI), P
;! oracle: f2_unturn
;! title: Turns the 4x4 board by a quarter turn counterclockwise
;! org: $0300
;! bytes: 22
;! cycles: 46
; Found by arcadian shorten --for bytes, and proven.
HI      EQU $12
0300  85 12        T2CCW:  STA HI
0302  8A                   TXA
0303  0A                   ASL A
0304  26 12                ROL HI
0306  69 80                ADC #$80
0308  26 12                ROL HI
030A  2A                   ROL A
030B  0A                   ASL A
030C  26 12                ROL HI
030E  69 80                ADC #$80
0310  26 12                ROL HI
0312  2A                   ROL A
0313  A6 12                LDX HI
0315  60                   RTS
