; wrong: takes H after ADD HL,DE for the carry from bit 7
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC, DE
;! oracle: f2_half
GO:     LD D,H
        LD E,L
        LD BC,0080H
        ADD HL,BC
        PUSH AF
        POP BC
        LD H,E
        LD L,D
        BIT 7,E
        RET Z
        BIT 4,C
        RET NZ
        LD L,0
        RET
