; wrong: DD 65 is LD IXH,IXL, not LD IXH,L: both operands are replaced
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IXH = board.1, L = board.0
;! out: IXH = board.1, L = board.0
;! clobbers: A
;! oracle: f2_half
GO:     LD A,IXH
        DB 0DDH,065H
        LD L,A
        RET
