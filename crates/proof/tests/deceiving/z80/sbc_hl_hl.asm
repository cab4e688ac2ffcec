; holds: SBC HL,HL is 0 or -1 by the carry
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, DE
;! oracle: f2_half
GO:     EX DE,HL
        LD A,D
        RLCA
        SBC HL,HL
        LD A,L
        AND 80H
        RES 7,D
        OR D
        LD L,A
        LD H,E
        RET
