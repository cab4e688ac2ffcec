; holds: 42 - 27 in decimal is 15: DAA honors N
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,42H
        SUB 27H
        DAA
        SUB 15H
        ADD A,H
        LD H,L
        LD L,A
        RET
