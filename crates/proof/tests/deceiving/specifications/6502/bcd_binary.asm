; wrong: adds decimal digits: binary
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = x, (YV) = y
;! out: A = z
;! clobbers: P
;! requires: x mod 16 < 10 and x / 16 < 10 and y mod 16 < 10 and y / 16 < 10
;! ensures: z / 16 * 10 + z mod 16 = (x / 16 * 10 + x mod 16 + y / 16 * 10 + y mod 16) mod 100 and z mod 16 < 10
R:              CLC
        ADC YV
        CLD
        RTS
YV      EQU $10
