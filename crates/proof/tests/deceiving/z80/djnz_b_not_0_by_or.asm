; wrong: states the maximum for B = 255, but B = 0 takes longer
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B
;! oracle: f2_half
;! cycles: 30-3332
GO:     DJNZ GO
        LD A,H
        LD H,L
        LD L,A
        RET
