; holds: LD A,I, DI, EI if P/V was 1
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
        JP PO,S
        EI
S:      RET
