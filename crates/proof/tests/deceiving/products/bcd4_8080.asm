; holds: two numbers of four decimal digits
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: BC = a, DE = b
;! out: HL = s, CY = c
;! clobbers: A, F
;! requires: a mod 16 < 10 and (a >> 4) mod 16 < 10 and (a >> 8) mod 16 < 10 and a >> 12 < 10
;! requires: b mod 16 < 10 and (b >> 4) mod 16 < 10 and (b >> 8) mod 16 < 10 and b >> 12 < 10
;! ensures: s mod 16 < 10 and (s >> 4) mod 16 < 10 and (s >> 8) mod 16 < 10 and s >> 12 < 10
;! ensures: 10000 * c + 1000 * (s >> 12) + 100 * ((s >> 8) mod 16) + 10 * ((s >> 4) mod 16) + s mod 16 = 1000 * (a >> 12) + 100 * ((a >> 8) mod 16) + 10 * ((a >> 4) mod 16) + a mod 16 + 1000 * (b >> 12) + 100 * ((b >> 8) mod 16) + 10 * ((b >> 4) mod 16) + b mod 16
R:      MOV  A,C
        ADD  E
        DAA
        MOV  L,A
        MOV  A,B
        ADC  D
        DAA
        MOV  H,A
        RET
