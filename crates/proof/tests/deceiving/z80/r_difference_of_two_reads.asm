; holds here only: two reads of R, 3 fetches apart, differ by 3 modulo 128
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, B
;! oracle: f2_half
GO:     LD A,R
        LD B,A
        LD A,R
        SUB B
        AND 7FH
        SUB 3
        ADD A,H
        LD H,L
        LD L,A
        RET
