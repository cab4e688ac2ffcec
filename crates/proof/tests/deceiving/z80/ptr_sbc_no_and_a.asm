; wrong: the carry before SBC is that of a rotation of the data
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, DE, F
;! oracle: f2_half
GO:     LD DE,1
        LD A,(HL)
        ADD HL,DE
        LD B,(HL)
        RLCA
        RRCA
        LD (HL),A
        SBC HL,DE
        LD (HL),B
        RET
