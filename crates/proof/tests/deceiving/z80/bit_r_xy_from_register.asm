; holds: X and Y after BIT n,H are bits 3 and 5 of H
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC
;! oracle: f2_half
GO:     BIT 0,H
        PUSH AF
        POP BC
        LD A,C
        XOR H
        AND 28H
        XOR H
        LD H,L
        LD L,A
        RET
