; wrong: exchanges the byte before the field with byte 0
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, F
;! oracle: f2_half
GO:     LD A,(HL)
        DEC HL
        LD B,(HL)
        LD (HL),A
        INC HL
        LD (HL),B
        RET
