; wrong: SET 0,L for INC HL: wrong for odd pointers
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, BC, F
;! oracle: f2_half
GO:     LD A,(HL)
        LD C,L
        SET 0,L
        LD B,(HL)
        LD (HL),A
        LD L,C
        LD (HL),B
        RET
