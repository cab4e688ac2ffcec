; wrong: displacements 1 and 2
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, B
;! oracle: f2_half
GO:     LD A,(IX+1)
        LD B,(IX+2)
        LD (IX+1),B
        LD (IX+2),A
        RET
