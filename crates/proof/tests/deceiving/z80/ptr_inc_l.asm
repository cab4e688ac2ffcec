; wrong: INC L does not carry to H
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, F
;! oracle: f2_half
GO:     LD A,(HL)
        INC L
        LD B,(HL)
        LD (HL),A
        DEC HL
        LD (HL),B
        RET
