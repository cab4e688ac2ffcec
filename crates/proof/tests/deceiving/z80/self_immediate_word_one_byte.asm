; wrong: only the first operand byte is named; the second is left changed
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: DE, (OPR)
;! oracle: f2_half
GO:     LD (OPR),HL
        LD DE,0
OPR EQU $-2
        LD H,E
        LD L,D
        RET
