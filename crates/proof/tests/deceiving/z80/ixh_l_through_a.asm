; holds: IXH and L cannot be in one instruction; goes through A and B
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IXH = board.1, L = board.0
;! out: IXH = board.1, L = board.0
;! clobbers: A, B
;! oracle: f2_half
GO:     LD B,IXH
        LD A,L
        LD IXH,A
        LD L,B
        RET
