; holds: CPI compares, INC A after the conditions
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
        INC A
        BIT 4,C
        JR Z,T
T:      INC C
        DEC C
        JR NZ,S
        RET
