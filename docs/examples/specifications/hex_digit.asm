;! routine: HEXDIG
;! cpu: 8080
;! org: 0100H
;! title: Converts a number below 16 to a hexadecimal digit
;! in: A = n
;! out: A = digit
;! clobbers: F
;! requires: n < 16
;! ensures: digit = if n < 10 then '0' + n else 'A' + n - 10
;! cycles: 32
HEXDIG: ADI  90H
        DAA
        ACI  40H
        DAA
        RET
