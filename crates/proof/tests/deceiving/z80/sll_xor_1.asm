; holds: SLL, then bit 0 is cleared
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_turn
GO:     XOR A
        SLL L
        RES 0,L
        RL H
        RLA
        ADD HL,HL
        RLA
        ADD HL,HL
        RLA
        ADD HL,HL
        RLA
        OR L
        LD L,A
        RET
