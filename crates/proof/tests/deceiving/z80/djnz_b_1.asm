; wrong: B = 1 runs once: with the exchange after the loop nothing changes
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B
;! oracle: f2_half
GO:     LD B,1
S:      LD A,H
        LD H,L
        LD L,A
        DJNZ S
        LD A,H
        LD H,L
        LD L,A
        RET
