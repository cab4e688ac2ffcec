;! routine: ASR
;! cpu: 6502
;! in: A = x
;! out: A = y
;! clobbers: (T), P
;! ensures: y = (signed(x) >> 1) mod 256
;! title: Halves a signed byte, rounded down
;! org: $0300
;! bytes: 4
;! cycles: 10
; Found by arcadian shorten --for bytes, and proven.
T       EQU $81
0300  C9 80        ASR:    CMP #$80
0302  6A                   ROR A
0303  60                   RTS
