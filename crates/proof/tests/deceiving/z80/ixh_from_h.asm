; wrong: DD before LD H,L and LD L,H: the second copies IXH, which is already overwritten
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX = board
;! out: IX = board
;! clobbers: A
;! oracle: f2_half
GO:     DB 0DDH
        LD H,L
        DB 0DDH
        LD L,H
        RET
