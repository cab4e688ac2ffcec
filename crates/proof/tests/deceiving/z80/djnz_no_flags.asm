; holds: DJNZ changes no flag
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B
;! oracle: f2_half
GO:     LD B,7
S:      DJNZ S
        LD A,H
        LD H,L
        LD L,A
        RET
