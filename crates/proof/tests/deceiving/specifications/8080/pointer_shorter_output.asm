; wrong: byte 3 is no output
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL -> t:4
;! out: HL -> t:4
;! clobbers: A
;! ensures: t[0..3] = old(t)[0..3]
;! ensures: t[3] = old(t)[3]
R:      INX H
        INX H
        INX H
        MVI M,0
        DCX H
        DCX H
        DCX H
        RET
