; holds: H after ADD HL,DE is the carry from bit 11
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC, DE
;! oracle: f2_half
GO:     LD D,H
        LD E,L
        LD BC,1000H
        ADD HL,BC
        PUSH AF
        POP BC
        BIT 4,C
        LD H,E
        LD L,D
        RET Z
        HALT
