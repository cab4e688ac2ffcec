; wrong: HL is left one below the field
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, BC, DE, F
;! oracle: f4_half
GO:     CALL ONE
        CALL ONE
        RET
ONE:    INC HL
        INC HL
        INC HL
        LD D,H
        LD E,L
        LD A,(HL)
        DEC HL
        LD BC,3
        LDDR
        LD (DE),A
        INC HL
        INC HL
        DEC HL
        INC B
        DEC HL
        RET
