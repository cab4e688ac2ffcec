; wrong: 129 calls deep
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, F
;! oracle: f2_half
GO:     LD B,129
        CALL D1
        LD A,H
        LD H,L
        LD L,A
        RET
D1:     DEC B
        CALL NZ,D1
        RET
