; holds: the field is reached with the displacements 126 and 127
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, BC, F, IX
;! oracle: f2_half
GO:     PUSH HL
        LD BC,-126
        ADD HL,BC
        EX (SP),HL
        POP IX
        LD A,(IX+126)
        LD B,(IX+127)
        LD (IX+126),B
        LD (IX+127),A
        RET
