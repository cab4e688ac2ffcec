; wrong: IXH and IXL of the pointer are exchanged
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, IX, BC
;! oracle: f2_half
GO:     LD A,H
        LD IXL,A
        LD A,L
        LD IXH,A
        LD B,(IX+0)
        LD C,(IX+1)
        LD (IX+1),B
        LD (IX+0),C
        RET
