; wrong: the cycles depend on B, one number is stated
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B
;! oracle: f2_half
;! cycles: 30
GO:     DJNZ GO
        LD A,H
        LD H,L
        LD L,A
        RET
