; holds: CCF after CCF: Q is F, X and Y come from A alone
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,28H
        CCF
        LD A,0
        OR A
        LD A,20H
        CCF
        CCF
        PUSH AF
        EX (SP),HL
        LD A,L
        POP HL
        AND 28H
        XOR 20H
        ADD A,H
        LD H,L
        LD L,A
        RET
