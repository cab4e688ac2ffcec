; wrong: jumps to IX+1, the byte after the return address
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, IX
;! oracle: f2_half
GO:     LD A,H
        LD H,L
        LD L,A
        POP IX
        INC IX
        JP (IX)
