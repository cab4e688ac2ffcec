; holds: EXX once: HL is in HL' on exit, and all six pairs are named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, BC, DE, BC', DE', HL'
;! oracle: f2_half
GO:     LD A,H
        LD H,L
        LD L,A
        PUSH HL
        EXX
        POP HL
        RET
