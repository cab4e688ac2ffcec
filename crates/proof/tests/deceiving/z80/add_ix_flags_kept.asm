; holds: ADD IX,DE leaves S, Z and P/V
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, IX, CY, HF, N, XF, YF
;! oracle: f2_half
GO:     ADD IX,DE
        LD A,H
        LD H,L
        LD L,A
        RET
