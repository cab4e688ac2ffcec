;! routine: ABS
;! cpu: 6502
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = abs(signed(x)) mod 256
;! title: The absolute value of a signed byte
;! org: $0300
;! bytes: 9
;! cycles: 11-14
; Found by arcadian shorten --for bytes, and proven.
0300  C9 00        ABS:    CMP #$00
0302  10 04                BPL .skip1
0304  49 7F                EOR #$7F
0306  69 80                ADC #$80
0308  60           .skip1: RTS
