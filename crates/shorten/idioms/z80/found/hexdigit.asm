;! routine: HEXDIGIT
;! cpu: z80
;! in: A = x
;! out: A = y
;! clobbers: F
;! requires: x < 16
;! ensures: y = if x < 10 then x + 48 else x + 55
;! title: A nibble as a hexadecimal digit in ASCII
;! org: 0100H
;! bytes: 6
;! cycles: 28
; Found by arcadian shorten --for bytes, and proven.
0100  FE 0A        HEXDIGIT: CP 0AH
0102  DE 69                SBC A,69H
0104  27                   DAA
0105  C9                   RET
