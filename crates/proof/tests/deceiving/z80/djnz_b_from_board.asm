; wrong: an even number of rounds for even L
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B
;! oracle: f2_half
GO:     LD B,L
S:      LD A,H
        LD H,L
        LD L,A
        DJNZ S
        RET
