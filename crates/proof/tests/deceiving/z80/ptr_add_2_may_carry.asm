; wrong: the address behind the field may be 0000: the carry of ADD HL,DE is 1 for FFFE
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, DE, F
;! oracle: f2_half
GO:     LD DE,2
        ADD HL,DE
        LD A,0
        SBC A,A
        LD DE,-2
        ADD HL,DE
        INC HL
        ADD A,(HL)
        DEC HL
        LD B,(HL)
        LD (HL),A
        INC HL
        LD (HL),B
        DEC HL
        RET
