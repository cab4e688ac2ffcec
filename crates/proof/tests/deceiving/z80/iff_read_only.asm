; holds: LD A,I stores IFF2 in P/V, both ways lead to the same
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,I
        JP PE,S
        LD A,H
        LD H,L
        LD L,A
        RET
S:      LD A,L
        LD L,H
        LD H,A
        RET
