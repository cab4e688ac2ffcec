;! routine: HEXDIGIT
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! requires: x < 16
;! ensures: y = if x < 10 then x + 48 else x + 55
;! title: A nibble as a hexadecimal digit in ASCII
HEXDIGIT: CPI 10
          JC .digit
          ADI 7
.digit:   ADI 30H
          RET
