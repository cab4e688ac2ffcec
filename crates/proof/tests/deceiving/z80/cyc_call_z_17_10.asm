; holds: CALL Z takes 17 or 10 cycles
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
;! cycles: 36-53
GO:     LD A,H
        AND A
        CALL Z,S
        LD H,L
        LD L,A
        RET
S:      RET
