; refused: byte 1 of the output is nowhere
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: L = board.0
;! clobbers: A, F, H
;! oracle: f2_half
GO:     LD A,H
        LD H,L
        LD L,A
        RET
