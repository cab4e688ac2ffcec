; wrong: R counts with seven bits: FF and two fetches is 81, not 01
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, R
;! oracle: f2_half
GO:     LD A,0FFH
        LD R,A
        LD A,R
        SUB 1
        ADD A,H
        LD H,L
        LD L,A
        RET
