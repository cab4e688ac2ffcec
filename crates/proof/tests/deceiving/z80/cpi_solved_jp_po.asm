; holds: JP PO before INC A
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
        RET PO
        INC A
        JR S
