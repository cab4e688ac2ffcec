; wrong: DI before LD A,I: IFF2 is always 0
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     DI
        LD A,I
        PUSH AF
        LD A,H
        LD H,L
        LD L,A
        POP AF
        JP PO,S
        EI
S:      RET
