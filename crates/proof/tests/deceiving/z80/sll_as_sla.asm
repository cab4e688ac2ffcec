; wrong: takes SLL for SLA: a 1 is shifted in, which becomes bit 3 of L
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_turn
GO:     XOR A
        SLL L
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
