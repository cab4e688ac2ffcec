; holds: CPL changes H, N, X and Y, all named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, HF, N, XF, YF
;! oracle: f2_half
GO:     LD A,H
        CPL
        CPL
        LD H,L
        LD L,A
        RET
