; holds: byte 0 of x is not needed here, but must be somewhere
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: B = x.1, C = x.0
;! out: E = z.0, D = z.1
;! same-as: ref_word.asm
R:      MOV E,B
        MOV D,C
        RET
