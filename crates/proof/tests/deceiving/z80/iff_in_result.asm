; wrong: IFF2 reaches bit 2 of the result
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
        LD A,C
        AND 4
        XOR H
        LD H,L
        LD L,A
        RET
