; holds: RLD takes 18 cycles, LDI 16, CPI 16
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, F
;! oracle: f2_turn
;! cycles: 81
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
