; holds: SP is saved in IY by ADD IY,SP
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, F, HL, IY
;! oracle: f2_half
GO:     LD IY,0
        ADD IY,SP
        LD SP,IX
        POP HL
        LD A,H
        LD H,L
        LD L,A
        PUSH HL
        LD SP,IY
        RET
