; holds: 15 + 27 in decimal is 42
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,15H
        ADD A,27H
        DAA
        SUB 42H
        ADD A,H
        LD H,L
        LD L,A
        RET
