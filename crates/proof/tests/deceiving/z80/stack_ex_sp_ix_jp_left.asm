; wrong: EX (SP),IX, JP (IX) returns with SP two too low
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, IX
;! oracle: f2_half
GO:     LD A,H
        LD H,L
        LD L,A
        EX (SP),IX
        JP (IX)
