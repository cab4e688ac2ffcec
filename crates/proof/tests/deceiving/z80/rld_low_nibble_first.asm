; wrong: RLD takes the low nibble of A: the high nibble of byte 0 is lost
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, F
;! oracle: f2_turn
GO:     LD A,(HL)
        INC HL
        RLD
        DEC HL
        RLD
        RET
