; holds: ADD HL,DE cannot carry, as the field does not wrap around
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
        LD (HL),A
        SBC HL,DE
        LD (HL),B
        RET
