; wrong: DI by bit 0 of H, EI by bit 0 of L
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC
;! oracle: f2_half
GO:     LD A,I
        PUSH AF
        POP BC
        BIT 0,H
        JR Z,S
        DI
S:      LD A,H
        BIT 0,L
        LD H,L
        LD L,A
        RET Z
        BIT 2,C
        RET Z
        EI
        RET
