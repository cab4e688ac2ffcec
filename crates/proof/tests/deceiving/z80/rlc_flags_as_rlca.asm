; wrong: RLC A changes S, Z and P/V, unlike RLCA
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, CY, HF, N, XF, YF
;! oracle: f2_half
GO:     LD A,H
        RLC A
        RRCA
        LD H,L
        LD L,A
        RET
