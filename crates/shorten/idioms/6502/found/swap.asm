;! routine: SWAP
;! cpu: 6502
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = (x << 4 | x >> 4) mod 256
;! title: Exchanges the two nibbles of a byte
;! org: $0300
;! bytes: 9
;! cycles: 18
; Found by arcadian shorten --for bytes, and proven.
0300  0A           SWAP:   ASL A
0301  69 80                ADC #$80
0303  2A                   ROL A
0304  0A                   ASL A
0305  69 80                ADC #$80
0307  2A                   ROL A
0308  60                   RTS
