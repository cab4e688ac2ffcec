; holds: LD A,I keeps the carry that ADD HL,HL made
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC
;! oracle: f2_turn
GO:     LD C,0
        LD B,4
S:      ADD HL,HL
        LD A,I
        RL C
        DJNZ S
        LD A,C
        OR L
        LD L,A
        RET
