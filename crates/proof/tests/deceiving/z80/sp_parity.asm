; wrong: does nothing if SP is odd, which is possible
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
        BIT 0,L
        EX DE,HL
        RET NZ
        LD A,H
        LD H,L
        LD L,A
        RET
