; wrong: RET NZ takes 11 cycles if taken, not 10
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
;! cycles: 26-31
GO:     LD A,H
        LD H,L
        LD L,A
        AND A
        RET NZ
        RET
