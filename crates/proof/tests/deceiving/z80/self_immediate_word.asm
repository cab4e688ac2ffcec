; holds: LD DE,nn with both operand bytes stored first
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: DE, (OPR:2)
;! oracle: f2_half
GO:     LD (OPR),HL
        LD DE,0
OPR EQU $-2
        LD H,E
        LD L,D
        RET
