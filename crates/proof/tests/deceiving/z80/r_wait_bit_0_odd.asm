; holds here only: five fetches per round: bit 0 of R is 0 in the first or second
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,R
        NOP
        AND 1
        JR NZ,GO
        LD A,H
        LD H,L
        LD L,A
        RET
