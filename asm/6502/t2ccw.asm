;! routine: T2CCW
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: (HI), P
;! oracle: f2_unturn
;! bytes: 22
;! cycles: 46
;! title: Turns the 4x4 board by a quarter turn counterclockwise
; Figure 2: a rotation right by 4 is an exchange of the bytes and a rotation left by 4,
; here twice by 2. ADC #$80 does two things: the carry enters A at the bottom, where
; ASL A left a 0, and $80 moves the top bit of A to the carry, for ROL HI. That bit is
; left inverted at the top of A, and ROL A drops it.
HI      EQU $12
0300  85 12        T2CCW:  STA HI
0302  8A                   TXA
0303  0A                   ASL A           ; left by 2: bit 7 of A to HI,
0304  26 12                ROL HI
0306  69 80                ADC #$80        ; the bit out of HI to A,
0308  26 12                ROL HI          ; the next bit of A to HI,
030A  2A                   ROL A           ; and the next one of HI to A
030B  0A                   ASL A           ; left by 2 again
030C  26 12                ROL HI
030E  69 80                ADC #$80
0310  26 12                ROL HI
0312  2A                   ROL A
0313  A6 12                LDX HI
0315  60                   RTS
