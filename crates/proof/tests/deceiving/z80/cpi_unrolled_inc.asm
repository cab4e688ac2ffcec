; wrong: INC E between CPI and JP PE changes P/V
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: A = letter, HL -> board
;! out: A = position, CY = missing
;! clobbers: F, BC, DE, HL
;! oracle: rotate_find
GO:     LD BC,16
        LD E,0
S:      CPI
        INC E
        JR Z,T
        JP PE,S
        XOR A
        SCF
        RET
T:      LD A,E
        OR A
        RET
