; wrong: bit 0 of the field stays set where it was clear
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: HL = board
;! clobbers: HL, A, F
;! oracle: f2_half
GO:     LD A,(IX+0)
        SET 0,(IX+0),H
        LD H,A
        LD L,(IX+1)
        RET
