; holds: the return address survives in A and F: all 8 bits of F are real
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC
;! oracle: f2_half
GO:     POP AF
        LD B,H
        LD H,L
        LD L,B
        PUSH AF
        RET
