; wrong: RLCA changes Y
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, CY, HF, N, XF
;! oracle: f2_half
GO:     LD A,H
        RLCA
        RRCA
        LD H,L
        LD L,A
        RET
