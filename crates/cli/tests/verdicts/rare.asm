;! routine: RARE
;! cpu: z80
;! org: 8000H
;! in: HL -> t:2, BC = n
;! out: A = c
;! clobbers: F, BC, DE, HL
;! requires: n < 2000
;! ensures: c = t[0]
RARE:   LD A,(HL)
        LD DE,1990
        EX DE,HL
        OR A
        SBC HL,BC
        EX DE,HL
        RET NZ
        INC HL
        INC HL
        LD A,(HL)
        RET
