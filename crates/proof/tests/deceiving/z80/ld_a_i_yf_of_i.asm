; holds here only: X and Y after LD A,I are bits 3 and 5 of I
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC
;! oracle: f2_half
GO:     LD A,I
        PUSH AF
        POP BC
        XOR C
        AND 28H
        XOR H
        LD H,L
        LD L,A
        RET
