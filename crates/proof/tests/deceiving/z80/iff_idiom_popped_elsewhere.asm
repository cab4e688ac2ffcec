; wrong: P/V is restored from F pushed before LD A,I
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     PUSH AF
        LD A,I
        DI
        LD A,H
        LD H,L
        LD L,A
        POP AF
        JP PO,S
        EI
S:      RET
