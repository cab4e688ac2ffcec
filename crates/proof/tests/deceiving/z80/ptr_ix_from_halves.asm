; holds: the pointer goes to IX through A
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, IX, BC
;! oracle: f2_half
GO:     LD A,H
        LD IXH,A
        LD A,L
        LD IXL,A
        LD B,(IX+0)
        LD C,(IX+1)
        LD (IX+1),B
        LD (IX+0),C
        RET
