;! routine: MUL3
;! cpu: 6502
;! in: A = x
;! out: A = y
;! clobbers: (T), P
;! ensures: y = 3 * x mod 256
;! title: Three times a byte
;! org: $0300
;! bytes: 7
;! cycles: 16
; Found by arcadian shorten --for bytes, and proven.
T       EQU $81
0300  0A           MUL3:   ASL A
0301  85 81                STA T
0303  6A                   ROR A
0304  65 81                ADC T
0306  60                   RTS
