; holds: bit 0 of the last letter P is 0, so BIT leaves Z as it was
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
        DEC HL
        BIT 0,(HL)
        RET
