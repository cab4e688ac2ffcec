; unproven: SP is changed by an unknown amount (BC) and restored
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, DE, F
;! oracle: f2_half
GO:     EX DE,HL
        LD HL,0
        ADD HL,SP
        ADD HL,BC
        LD SP,HL
        LD HL,0
        ADD HL,SP
        OR A
        SBC HL,BC
        LD SP,HL
        LD L,D
        LD H,E
        RET
