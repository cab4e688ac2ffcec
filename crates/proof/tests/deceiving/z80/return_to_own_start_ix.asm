; wrong: jumps to its own start by JP (IX), without end
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
        LD IX,GO
        JP (IX)
