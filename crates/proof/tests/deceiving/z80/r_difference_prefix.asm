; holds here only: DD counts as a fetch: the reads are 4 apart
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, B
;! oracle: f2_half
GO:     LD A,R
        LD B,A
        DB 0DDH
        LD A,R
        SUB B
        AND 7FH
        SUB 4
        ADD A,H
        LD H,L
        LD L,A
        RET
