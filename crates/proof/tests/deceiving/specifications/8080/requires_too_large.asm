; wrong: z is 0; x = 1, y = 1 is allowed, and one of 251 inputs
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> t:16
;! out: A = z
;! clobbers: HL, F
;! requires: (t * t) mod 251 = 3
;! ensures: z = t[0]
R:      MVI A,0
        RET
