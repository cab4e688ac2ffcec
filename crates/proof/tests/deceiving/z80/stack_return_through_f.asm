; holds: F decides the path, both do the same
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     POP AF
        PUSH AF
        JR C,S
        LD A,H
        LD H,L
        LD L,A
        RET
S:      LD A,L
        LD L,H
        LD H,A
        RET
