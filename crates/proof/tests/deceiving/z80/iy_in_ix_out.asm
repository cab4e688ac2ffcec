; holds: IY pushed, popped as IX, halves exchanged; IY preserved
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IY = board
;! out: IX = board
;! clobbers: A
;! oracle: f2_half
GO:     PUSH IY
        POP IX
        LD A,IXH
        LD IXH,IXL
        LD IXL,A
        RET
