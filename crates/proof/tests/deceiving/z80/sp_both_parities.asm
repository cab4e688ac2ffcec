; holds: both ways for odd and even SP do the same
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, DE
;! oracle: f2_half
GO:     EX DE,HL
        LD HL,0
        ADD HL,SP
        BIT 0,L
        EX DE,HL
        JR NZ,S
        LD A,H
        LD H,L
        LD L,A
        RET
S:      LD A,L
        LD L,H
        LD H,A
        RET
