; wrong: RLA comes after SUB, which changes the carry
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC
;! oracle: f2_turn
GO:     LD C,0
        LD A,4
S:      ADD HL,HL
        SUB 1
        RL C
        OR A
        JR NZ,S
        LD A,C
        OR L
        LD L,A
        RET
