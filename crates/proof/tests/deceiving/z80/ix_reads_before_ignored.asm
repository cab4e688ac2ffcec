; holds: reads the byte before the field and ignores it
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, B
;! oracle: f2_half
GO:     LD A,(IX-1)
        LD A,(IX+0)
        LD B,(IX+1)
        LD (IX+0),B
        LD (IX+1),A
        RET
