; wrong: INC L if L is odd: fails for FF only
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, F
;! oracle: f2_half
GO:     LD A,(HL)
        BIT 0,L
        JR Z,S
        INC L
        JR T
S:      INC HL
T:      LD B,(HL)
        LD (HL),A
        DEC HL
        LD (HL),B
        RET
