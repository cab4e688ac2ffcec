; wrong: EX (SP),IX leaves the return address in IX and returns to IX
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     LD A,H
        LD H,L
        LD L,A
        EX (SP),IX
        RET
