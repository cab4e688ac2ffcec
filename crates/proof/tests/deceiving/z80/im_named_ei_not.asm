; wrong: IM is named, EI changes IFF
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, IM
;! oracle: f2_half
GO:     IM 2
        EI
        LD A,H
        LD H,L
        LD L,A
        RET
