; holds: INC IXL, INC IXH if the result is 0
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, B, F
;! oracle: f2_half
GO:     LD A,(IX)
        INC IXL
        JR NZ,S
        INC IXH
S:      LD B,(IX)
        LD (IX),A
        DEC IX
        LD (IX),B
        RET
