;! routine: HEXDIG
;! cpu: 6502
;! org: 0200H
;! title: The hexadecimal digit from a table
;! in: A = n
;! out: A = digit
;! clobbers: X, P
;! same-as: ../specifications/hex_digit.asm
;! cycles: 12
HEXDIG: TAX
        LDA  DIGITS,X
        RTS
DIGITS: DB   "0123456789ABCDEF"
