; holds: bits 3 and 5 of A are 1, so X and Y are 1 after SCF for every Q, as OR made them
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,28H
        SCF
        PUSH AF
        EX (SP),HL
        LD A,L
        POP HL
        AND 28H
        XOR 28H
        ADD A,H
        LD H,L
        LD L,A
        RET
