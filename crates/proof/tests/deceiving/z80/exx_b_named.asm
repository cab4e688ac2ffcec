; holds: only B' is changed, and named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B'
;! oracle: f2_half
GO:     EXX
        LD B,0
        EXX
        LD A,H
        LD H,L
        LD L,A
        RET
