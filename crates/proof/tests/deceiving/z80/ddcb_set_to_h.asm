; holds here only: SET 0,(IX+0),H copies to H, not to IXH
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: HL = board
;! clobbers: HL, A, F
;! oracle: f2_half
GO:     LD A,(IX+0)
        SET 0,(IX+0),H
        RRCA
        JR C,S
        RES 0,(IX+0),H
S:      LD L,(IX+1)
        RET
