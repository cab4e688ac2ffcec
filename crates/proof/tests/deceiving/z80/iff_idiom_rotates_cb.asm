; wrong: RLC A, unlike RLCA, makes P/V the parity of A
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,I
        DI
        LD A,H
        RLC A
        RRCA
        LD H,L
        LD L,A
        JP PO,S
        EI
S:      RET
