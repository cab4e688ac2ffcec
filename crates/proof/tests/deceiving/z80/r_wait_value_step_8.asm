; wrong: eight fetches per round reach only 16 of the values of R's seven bits
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,R
        AND 7FH
        NOP
        NOP
        NOP
        CP 5
        JR NZ,GO
        LD A,H
        LD H,L
        LD L,A
        RET
