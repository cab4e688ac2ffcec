; wrong: H after CCF is the carry on entry, which is unknown
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     CCF
        LD A,0
        DAA
        ADD A,H
        LD H,L
        LD L,A
        RET
