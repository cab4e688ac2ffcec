; holds: LD IX,(nn)
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: (PTR) -> board
;! out: (PTR) -> board
;! clobbers: IX, BC
;! oracle: f2_half
PTR EQU 2000H
GO:     LD IX,(PTR)
        LD B,(IX+0)
        LD C,(IX+1)
        LD (IX+1),B
        LD (IX+0),C
        RET
