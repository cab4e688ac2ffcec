; wrong: DD before LD A,H reads IXH
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     DB 0DDH
        LD A,H
        LD H,L
        LD L,A
        RET
