; wrong: two paths of different length meet: the difference of two reads of R depends on bit 0 of H
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, B
;! oracle: f2_half
GO:     LD A,R
        LD B,A
        BIT 0,H
        JR Z,S
        NOP
S:      LD A,R
        SUB B
        AND 7FH
        SUB 6
        ADD A,H
        LD H,L
        LD L,A
        RET
