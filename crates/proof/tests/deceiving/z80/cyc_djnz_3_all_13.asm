; wrong: the last DJNZ takes 8 cycles
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B
;! oracle: f2_half
;! cycles: 68
GO:     LD B,3
S:      DJNZ S
        LD A,H
        LD H,L
        LD L,A
        RET
