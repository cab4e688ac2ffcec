; holds: LDDR up by one twice within the field, nothing is repeated
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, BC, DE, F
;! oracle: f4_half
TMP EQU 2000H
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
        EX DE,HL
        LD (HL),A
        RET
