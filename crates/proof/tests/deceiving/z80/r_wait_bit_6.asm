; unproven: four fetches per round: bit 6 of R is 0 within 17 rounds
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,R
        AND 40H
        JR NZ,GO
        LD A,H
        LD H,L
        LD L,A
        RET
