; holds: RLD of the high byte first, from the high nibble of byte 0, is the same turn
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, F
;! oracle: f2_turn
GO:     LD A,(HL)
        RRCA
        RRCA
        RRCA
        RRCA
        INC HL
        RLD
        DEC HL
        RLD
        RET
