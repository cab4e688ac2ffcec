; wrong: X and Y after BIT n,(IX+d) are bits of the address, which is unknown
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, BC, F
;! oracle: f2_half
GO:     BIT 0,(IX+0)
        PUSH AF
        POP BC
        LD A,C
        AND 28H
        XOR (IX+0)
        LD C,(IX+1)
        LD (IX+0),C
        LD (IX+1),A
        RET
