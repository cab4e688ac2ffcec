; refused: the Z80 has no flag AC
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, AC
;! oracle: f2_half
GO:     LD A,H
        LD H,L
        LD L,A
        RET
