; wrong: a call that is not taken takes 10 cycles, not 12
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
;! cycles: 38-53
GO:     LD A,H
        AND A
        CALL Z,S
        LD H,L
        LD L,A
        RET
S:      RET
