; wrong: bit 7 of R is unknown on entry
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, B
;! oracle: f2_half
GO:     LD A,R
        RLCA
        AND 1
        XOR H
        LD H,L
        LD L,A
        RET
