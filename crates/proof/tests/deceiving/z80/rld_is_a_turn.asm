; holds: RLD of both bytes, from the high nibble of byte 1, is a turn
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, F
;! oracle: f2_turn
GO:     INC HL
        LD A,(HL)
        RRCA
        RRCA
        RRCA
        RRCA
        DEC HL
        RLD
        INC HL
        RLD
        DEC HL
        RET
