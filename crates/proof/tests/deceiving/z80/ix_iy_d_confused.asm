; wrong: IY is one higher, IY+1 is beyond the field
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, B, IY
;! oracle: f2_half
GO:     PUSH IX
        POP IY
        INC IY
        LD A,(IX)
        LD B,(IY+1)
        LD (IY),A
        LD (IX),B
        RET
