; refused: out says that IY points to the board; nothing sets IY
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IY -> board
;! clobbers: A, B
;! oracle: f2_half
GO:     LD A,(IX+0)
        LD B,(IX+1)
        LD (IX+0),B
        LD (IX+1),A
        RET
