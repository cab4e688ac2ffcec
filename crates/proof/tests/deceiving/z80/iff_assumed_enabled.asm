; wrong: with interrupts disabled it waits forever
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, IFF
;! oracle: f2_half
GO:     LD A,I
        JP PO,GO
        LD A,H
        LD H,L
        LD L,A
        RET
