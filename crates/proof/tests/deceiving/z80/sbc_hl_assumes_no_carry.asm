; wrong: SBC with an unknown carry
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, DE
;! oracle: f2_half
GO:     EX DE,HL
        LD HL,0
        SBC HL,HL
        LD A,L
        ADD A,D
        LD H,E
        LD L,A
        RET
