; wrong: I is changed and not named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     LD A,H
        LD I,A
        LD A,H
        LD H,L
        LD L,A
        RET
