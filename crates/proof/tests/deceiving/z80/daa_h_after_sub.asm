; wrong: H after DAA following SUB is 0 for a low digit above 5
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC
;! oracle: f2_half
GO:     LD A,10H
        SUB 2
        DAA
        PUSH AF
        POP BC
        LD A,C
        AND 10H
        XOR 10H
        ADD A,H
        LD H,L
        LD L,A
        RET
