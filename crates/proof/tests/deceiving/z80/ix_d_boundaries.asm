; holds: the field is reached with the displacements -128 and -127
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, BC, F, IX
;! oracle: f2_half
GO:     PUSH HL
        LD BC,128
        ADD HL,BC
        EX (SP),HL
        POP IX
        LD A,(IX-128)
        LD B,(IX-127)
        LD (IX-128),B
        LD (IX-127),A
        RET
