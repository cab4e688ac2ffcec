; wrong: EXX only once if byte 1 is 5A
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        LD H,L
        LD L,A
        EXX
        CP 5AH
        RET Z
        EXX
        RET
