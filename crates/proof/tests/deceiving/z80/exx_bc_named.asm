; holds: BC' is changed and restored into the wrong half, both named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, BC'
;! oracle: f2_half
GO:     EXX
        LD A,B
        LD B,C
        LD C,A
        EXX
        LD A,H
        LD H,L
        LD L,A
        RET
