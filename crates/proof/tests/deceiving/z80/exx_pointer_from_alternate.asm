; wrong: HL' on entry is no copy of HL
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     LD A,H
        EXX
        LD A,L
        EXX
        LD H,L
        LD L,A
        RET
