; wrong: the same with a bit that is read after it was cleared
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, B
;! oracle: f2_half
GO:     SET 3,(IX+0),B
        RES 3,(IX+0),B
        LD A,(IX+0)
        LD B,(IX+1)
        LD (IX+0),B
        LD (IX+1),A
        RET
