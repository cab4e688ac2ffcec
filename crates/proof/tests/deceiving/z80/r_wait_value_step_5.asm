; unproven: five fetches per round reach every value of R's seven bits
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,R
        AND 7FH
        CP 5
        JR NZ,GO
        LD A,H
        LD H,L
        LD L,A
        RET
