; wrong: A is 0: X and Y after SCF depend on F and Q on entry
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,0
        SCF
        PUSH AF
        EX (SP),HL
        LD A,L
        POP HL
        AND 28H
        ADD A,H
        LD H,L
        LD L,A
        RET
