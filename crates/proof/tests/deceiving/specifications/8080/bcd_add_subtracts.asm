; wrong: adds decimal digits: subtracts
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x, B = y
;! out: A = z, CY = c
;! clobbers: F
;! requires: low(x) mod 16 < 10 and x / 16 < 10 and y mod 16 < 10 and y / 16 < 10
;! ensures: let s = x / 16 * 10 + x mod 16 + y / 16 * 10 + y mod 16 in c = (s >= 100) and z = s mod 100 / 10 * 16 + s mod 10
R:      SUB B
        DAA
        RET
