;! routine: HEXDIGIT
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = y
;! clobbers: P
;! requires: x < 16
;! ensures: y = if x < 10 then x + 48 else x + 55
;! title: A nibble as a hexadecimal digit in ASCII
HEXDIGIT: CMP #10
          BCC .digit
          CLC
          ADC #7
.digit:   CLC
          ADC #$30
          RTS
