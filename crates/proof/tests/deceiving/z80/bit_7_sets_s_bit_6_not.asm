; wrong: S after BIT 6 is 0
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        LD H,L
        LD L,A
        BIT 6,A
        RET Z
        RET M
        LD L,0
        RET
