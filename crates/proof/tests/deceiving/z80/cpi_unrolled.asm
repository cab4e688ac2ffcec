; holds: CPI in a loop; P/V of CPI survives JR and LD
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: A = letter, HL -> board
;! out: A = position, CY = missing
;! clobbers: F, BC, HL
;! oracle: rotate_find
GO:     LD BC,16
S:      CPI
        JR Z,T
        JP PE,S
        XOR A
        SCF
        RET
T:      LD A,16
        SUB C
        RET
