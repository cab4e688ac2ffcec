; wrong: B = 0 is not a loop of one round
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B
;! oracle: f2_half
;! cycles: 37
GO:     LD B,0
S:      DJNZ S
        LD A,H
        LD H,L
        LD L,A
        RET
