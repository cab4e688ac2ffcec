; wrong: RETI does not enable interrupts that DI disabled
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     DI
        LD A,H
        LD H,L
        LD L,A
        RETI
