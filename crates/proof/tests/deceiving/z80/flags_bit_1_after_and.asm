; holds: N is 0 after AND, 1 after SUB
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC
;! oracle: f2_half
GO:     AND A
        PUSH AF
        POP BC
        LD A,C
        AND 2
        LD B,A
        SUB A
        PUSH AF
        EX (SP),HL
        LD A,L
        POP HL
        AND 2
        XOR 2
        OR B
        ADD A,H
        LD H,L
        LD L,A
        RET
