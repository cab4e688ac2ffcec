; wrong: SP is fetched from IY with ED 7A: ADC HL,SP with an unknown carry
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, F, HL, DE, IY
;! oracle: f2_half
GO:     LD HL,0
        ADC HL,SP
        EX DE,HL
        LD SP,IX
        POP HL
        LD A,H
        LD H,L
        LD L,A
        PUSH HL
        EX DE,HL
        LD SP,HL
        RET
