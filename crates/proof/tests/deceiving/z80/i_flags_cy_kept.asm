; holds: LD A,I leaves the carry
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, I, Z, S, PV, HF, N, XF, YF
;! oracle: f2_half
GO:     LD A,H
        LD I,A
        LD H,L
        LD A,I
        LD L,A
        RET
