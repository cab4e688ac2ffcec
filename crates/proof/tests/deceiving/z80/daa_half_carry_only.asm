; holds: 9 + 9 = 12 with H: DAA adds 6 although the digit is below A
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,9
        ADD A,9
        DAA
        SUB 18H
        ADD A,H
        LD H,L
        LD L,A
        RET
