; wrong: LD R,A writes after its own fetches: the value read is 2, not 4
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, R
;! oracle: f2_half
GO:     XOR A
        LD R,A
        LD A,R
        SUB 4
        ADD A,H
        LD H,L
        LD L,A
        RET
