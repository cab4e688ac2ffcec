; wrong: the alternate registers are exchanged
;! routine: RT
;! cpu: z80
;! org: 0100H
;! in: HL = x
;! out: DE = z
;! clobbers: HL
;! ensures: z = x
RT:     EX DE,HL
        EXX
        EXX
        EX AF,AF'
        RET
