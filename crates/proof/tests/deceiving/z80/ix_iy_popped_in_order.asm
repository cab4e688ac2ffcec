; wrong: PUSH IX, PUSH IY, POP IX, POP IY exchanges them
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     PUSH IX
        PUSH IY
        LD A,H
        LD H,L
        LD L,A
        POP IX
        POP IY
        RET
