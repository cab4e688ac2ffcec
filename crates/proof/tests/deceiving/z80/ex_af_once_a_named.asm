; wrong: A' is named, F' receives F
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, A'
;! oracle: f2_half
GO:     EX AF,AF'
        LD A,H
        LD H,L
        LD L,A
        RET
