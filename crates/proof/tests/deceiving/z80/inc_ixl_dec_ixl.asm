; wrong: INC IXL, DEC IXL restores IX, but the byte accessed in between is wrong at a page end
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, B, F
;! oracle: f2_half
GO:     LD A,(IX)
        INC IXL
        LD B,(IX)
        LD (IX),A
        DEC IXL
        LD (IX),B
        RET
