; wrong: expects 42 - 27 = 1B, DAA = 21 as on the 8080
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
        SUB 21H
        ADD A,H
        LD H,L
        LD L,A
        RET
