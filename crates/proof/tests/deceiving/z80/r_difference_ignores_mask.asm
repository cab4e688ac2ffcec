; wrong: without the mask the difference is 83H if R's low bits wrap around
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
        SUB 3
        ADD A,H
        LD H,L
        LD L,A
        RET
