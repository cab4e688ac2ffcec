;! routine: HEXDIGIT
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = y
;! clobbers: P
;! requires: x < 16
;! ensures: y = if x < 10 then x + 48 else x + 55
;! title: A nibble as a hexadecimal digit in ASCII
;! bytes: 10
;! cycles: 13-16
; Found by arcadian shorten --for bytes, and proven.
0300  C9 0A        HEXDIGIT: CMP #10
0302  90 03                  BCC .digit
0304  18                     CLC
0305  69 07                  ADC #7
0307               .digit:
0307  69 30                  ADC #$30
0309  60                     RTS
