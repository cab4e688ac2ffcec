; wrong: RRD changes the low nibble of A, which is not named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: F
;! oracle: f2_unturn
GO:     LD A,(HL)
        INC HL
        RRD
        DEC HL
        RRD
        RET
