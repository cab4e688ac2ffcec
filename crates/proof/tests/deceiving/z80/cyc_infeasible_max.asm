; wrong: the maximum adds two paths that exclude each other
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
;! cycles: 48-62
GO:     LD A,H
        AND A
        JP Z,S
        NOP
        NOP
S:      JP NZ,T
        NOP
T:      LD H,L
        LD L,A
        RET
