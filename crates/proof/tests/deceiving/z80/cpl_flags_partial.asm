; wrong: CPL sets H and N, which are not named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, XF, YF
;! oracle: f2_half
GO:     LD A,H
        CPL
        CPL
        LD H,L
        LD L,A
        RET
