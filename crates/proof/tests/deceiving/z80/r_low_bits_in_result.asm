; wrong: the low bits of R on entry are unknown
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,R
        AND 1
        XOR H
        LD H,L
        LD L,A
        RET
