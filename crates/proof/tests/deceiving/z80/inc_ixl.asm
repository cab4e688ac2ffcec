; wrong: INC IXL does not carry to IXH
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
        DEC IX
        LD (IX),B
        RET
