; holds: 30 to 3345 cycles by B
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B
;! oracle: f2_half
;! cycles: 30-3345
GO:     DJNZ GO
        LD A,H
        LD H,L
        LD L,A
        RET
