; holds here only: FD DD CB uses IX
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: HL = board
;! clobbers: HL, A, F
;! oracle: f2_half
GO:     DB 0FDH
        RLC (IX+0),H
        DB 0FDH
        RRC (IX+0),H
        LD L,(IX+1)
        RET
