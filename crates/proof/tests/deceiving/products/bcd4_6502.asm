; holds: two numbers of four decimal digits in memory
;! routine: R
;! cpu: 6502
;! org: 0300H
;! in: (AA:2) = a, (BB:2) = b
;! out: (SS:2) = s, C = c
;! clobbers: A, P
;! requires: a mod 16 < 10 and (a >> 4) mod 16 < 10 and (a >> 8) mod 16 < 10 and a >> 12 < 10
;! requires: b mod 16 < 10 and (b >> 4) mod 16 < 10 and (b >> 8) mod 16 < 10 and b >> 12 < 10
;! ensures: s mod 16 < 10 and (s >> 4) mod 16 < 10 and (s >> 8) mod 16 < 10 and s >> 12 < 10
;! ensures: 10000 * c + 1000 * (s >> 12) + 100 * ((s >> 8) mod 16) + 10 * ((s >> 4) mod 16) + s mod 16 = 1000 * (a >> 12) + 100 * ((a >> 8) mod 16) + 10 * ((a >> 4) mod 16) + a mod 16 + 1000 * (b >> 12) + 100 * ((b >> 8) mod 16) + 10 * ((b >> 4) mod 16) + b mod 16
AA      EQU  10H
BB      EQU  12H
SS      EQU  14H
R:      SED
        CLC
        LDA  AA
        ADC  BB
        STA  SS
        LDA  AA+1
        ADC  BB+1
        STA  SS+1
        CLD
        RTS
