; wrong: bit 7 of R does not count: endless if it is set
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,R
        JP M,GO
        LD A,H
        LD H,L
        LD L,A
        RET
