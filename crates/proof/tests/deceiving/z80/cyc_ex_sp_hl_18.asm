; wrong: 18 cycles are those of the 8080's XTHL
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
;! cycles: 58
GO:     EX (SP),HL
        EX (SP),HL
        LD A,H
        LD H,L
        LD L,A
        RET
