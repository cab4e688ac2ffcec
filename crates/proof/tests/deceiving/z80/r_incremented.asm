; wrong: INC A carries to bit 7 of R if its low bits are 7F
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,R
        INC A
        LD R,A
        LD A,H
        LD H,L
        LD L,A
        RET
