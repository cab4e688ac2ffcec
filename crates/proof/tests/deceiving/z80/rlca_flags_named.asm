; holds: RLCA leaves S, Z and P/V
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, CY, HF, N, XF, YF
;! oracle: f2_half
GO:     LD A,H
        RLCA
        RRCA
        LD H,L
        LD L,A
        RET
