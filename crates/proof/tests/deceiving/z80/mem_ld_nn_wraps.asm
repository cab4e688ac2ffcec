; wrong: LD HL,(0FFFFH) reads FFFF and 0000, which are not named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, DE, F
;! oracle: f2_half
GO:     EX DE,HL
        LD HL,(0FFFFH)
        LD A,H
        LD H,E
        LD L,D
        AND 1
        XOR L
        LD L,A
        RET
