; holds here only: two reads an odd number of fetches apart differ in bit 0
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
        XOR B
        AND 1
        DEC A
        XOR H
        LD H,L
        LD L,A
        RET
