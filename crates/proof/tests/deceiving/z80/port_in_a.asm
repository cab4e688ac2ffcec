; wrong: reads a port and ignores it
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     IN A,(1)
        LD A,H
        LD H,L
        LD L,A
        RET
