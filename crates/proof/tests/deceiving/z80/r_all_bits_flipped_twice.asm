; holds: bit 7 of R is flipped twice
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,R
        CPL
        LD R,A
        LD A,R
        XOR 80H
        LD R,A
        LD A,H
        LD H,L
        LD L,A
        RET
