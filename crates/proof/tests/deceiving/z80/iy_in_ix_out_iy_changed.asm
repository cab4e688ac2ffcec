; wrong: the second exchange uses IYL, so IY is changed and not named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IY = board
;! out: IX = board
;! clobbers: A
;! oracle: f2_half
GO:     PUSH IY
        POP IX
        LD A,IYH
        LD IYH,IYL
        LD IYL,A
        PUSH IY
        POP IX
        RET
