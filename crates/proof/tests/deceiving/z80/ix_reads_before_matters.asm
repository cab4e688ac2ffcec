; wrong: ORs in bit 0 of the byte before the field
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, B, F
;! oracle: f2_half
GO:     LD A,(IX-1)
        AND 1
        OR (IX+0)
        LD B,(IX+1)
        LD (IX+0),B
        LD (IX+1),A
        RET
