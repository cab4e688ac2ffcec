; wrong: bit 7 of R is cleared
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,R
        AND 7FH
        LD R,A
        LD A,H
        LD H,L
        LD L,A
        RET
