; wrong: JP PE in place of JP PO inverts the state
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,I
        PUSH AF
        DI
        LD A,H
        LD H,L
        LD L,A
        POP AF
        JP PE,S
        EI
S:      RET
