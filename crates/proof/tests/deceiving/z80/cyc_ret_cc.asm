; holds: RET NZ takes 11 or 5 cycles
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
;! cycles: 27-31
GO:     LD A,H
        LD H,L
        LD L,A
        AND A
        RET NZ
        RET
