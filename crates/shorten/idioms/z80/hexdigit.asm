;! routine: HEXDIGIT
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! requires: x < 16
;! ensures: y = if x < 10 then x + 48 else x + 55
;! title: A nibble as a hexadecimal digit in ASCII
HEXDIGIT: CP 10
          JR C,.digit
          ADD A,7
.digit:   ADD A,30H
          RET
