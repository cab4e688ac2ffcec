; holds: 255 x 13 + 8 for the loop
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B
;! oracle: f2_half
;! cycles: 3352
GO:     LD B,0
S:      DJNZ S
        LD A,H
        LD H,L
        LD L,A
        RET
