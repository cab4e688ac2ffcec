; holds: JP NZ takes 10 cycles either way
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
;! cycles: 36
GO:     LD A,H
        AND A
        JP NZ,S
S:      LD H,L
        LD L,A
        RET
