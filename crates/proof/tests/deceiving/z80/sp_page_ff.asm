; wrong: does nothing if SP is in page FF, which is possible
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, DE
;! oracle: f2_half
GO:     EX DE,HL
        LD HL,0
        ADD HL,SP
        LD A,H
        INC A
        EX DE,HL
        RET Z
        LD A,H
        LD H,L
        LD L,A
        RET
