; refused: INTE is the 8080's, IFF the Z80's
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, INTE
;! oracle: f2_half
GO:     LD A,H
        LD H,L
        LD L,A
        RET
