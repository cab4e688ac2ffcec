; wrong: waits until a bit of R changes in steps of an even number of fetches: endless for half the values
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
        NOP
        NOP
        NOP
        JR NZ,GO
        LD A,H
        LD H,L
        LD L,A
        RET
