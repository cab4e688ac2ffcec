; wrong: without mod, FF has no successor, but with it it has
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> t:3
;! out: A = z
;! requires: t[1] = (t[0] + 1) mod 256
;! ensures: z = t[0] + 1
R:      INX H
        MOV A,M
        DCX H
        RET
