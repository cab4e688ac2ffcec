; wrong: Z is that of INC A, not of the comparison
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: Z = solved
;! clobbers: A, F, BC, HL
;! oracle: rotate_solved
GO:     LD A,'A'
        LD BC,16
S:      CPI
        RET NZ
        JP PO,T
        INC A
        JR S
T:      INC A
        RET
