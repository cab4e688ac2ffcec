; wrong: bit 0 of R is as unknown as the others, two reads an odd number of fetches apart differ in it
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
        XOR H
        LD H,L
        LD L,A
        RET
