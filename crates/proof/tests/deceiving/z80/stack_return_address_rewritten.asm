; holds: the return address is overwritten and restored through IX
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, IX
;! oracle: f2_half
GO:     LD IX,0
        ADD IX,SP
        INC (IX+1)
        DEC (IX+1)
        LD A,H
        LD H,L
        LD L,A
        RET
