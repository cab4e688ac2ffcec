;! routine: T2CW
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: (HI), P
;! oracle: f2_turn
;! bytes: 21
;! cycles: 44
;! title: Turns the 4x4 board by a quarter turn clockwise
; Figure 2: a quarter turn rotates the word left by 4, here twice by 2. ADC #$80 does
; two things: the carry enters A at the bottom, where ASL A left a 0, and $80 moves the
; top bit of A to the carry, for ROL HI. That bit is left inverted at the top of A, and
; ROL A drops it.
HI      EQU $12
0300  86 12        T2CW:   STX HI
0302  0A                   ASL A           ; left by 2: bit 7 of A to HI,
0303  26 12                ROL HI
0305  69 80                ADC #$80        ; the bit out of HI to A,
0307  26 12                ROL HI          ; the next bit of A to HI,
0309  2A                   ROL A           ; and the next one of HI to A
030A  0A                   ASL A           ; left by 2 again
030B  26 12                ROL HI
030D  69 80                ADC #$80
030F  26 12                ROL HI
0311  2A                   ROL A
0312  A6 12                LDX HI
0314  60                   RTS
