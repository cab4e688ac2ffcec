; holds: 16-bit INC between CPI and the conditions changes no flag
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: A = letter, HL -> board
;! out: A = position, CY = missing
;! clobbers: F, BC, DE, HL
;! oracle: rotate_find
GO:     LD BC,16
        LD DE,0
S:      CPI
        INC DE
        JR Z,T
        JP PE,S
        XOR A
        SCF
        RET
T:      LD A,E
        OR A
        RET
