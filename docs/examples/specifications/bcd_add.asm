;! routine: BCDADD
;! cpu: 8080
;! org: 0100H
;! title: Adds two numbers of two decimal digits
;! in: A = x, B = y
;! out: A = z, CY = carry
;! clobbers: F
;! requires: x >> 4 < 10 and x mod 16 < 10 and y >> 4 < 10 and y mod 16 < 10
;! ensures: z >> 4 < 10 and z mod 16 < 10
;! ensures: 100 * carry + 10 * (z >> 4) + z mod 16 = 10 * ((x >> 4) + (y >> 4)) + x mod 16 + y mod 16
;! cycles: 18
BCDADD: ADD  B
        DAA
        RET
