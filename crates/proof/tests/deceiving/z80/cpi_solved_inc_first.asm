; holds: INC A before CPI
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: Z = solved
;! clobbers: A, F, BC, HL
;! oracle: rotate_solved
GO:     LD A,'@'
        LD BC,16
S:      INC A
        CPI
        RET NZ
        JP PE,S
        RET
