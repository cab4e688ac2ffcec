;! routine: HEXDIGIT
;! cpu: 8080
;! in: A = x
;! out: A = y
;! clobbers: F
;! requires: x < 16
;! ensures: y = if x < 10 then x + 48 else x + 55
;! title: A nibble as a hexadecimal digit in ASCII
;! org: 0100H
;! bytes: 7
;! cycles: 32
; Found by arcadian shorten --for bytes, and proven.
0100  C6 90        HEXDIGIT: ADI 90H
0102  27                   DAA
0103  CE 40                ACI 40H
0105  27                   DAA
0106  C9                   RET
