; holds: CCF twice restores the carry; all other flags that it changes are named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, HF, N, XF, YF
;! oracle: f2_half
GO:     CCF
        CCF
        LD A,H
        LD H,L
        LD L,A
        RET
