; wrong: INC SP once: returns to a word of two halves
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     LD A,H
        LD H,L
        LD L,A
        INC SP
        RET
