; holds: CPIR; position 16 - C
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: A = letter, HL -> board
;! out: A = position, CY = missing
;! clobbers: F, BC, HL
;! oracle: rotate_find
GO:     LD BC,16
        CPIR
        JR NZ,NO
        LD A,16
        SUB C
        RET
NO:     XOR A
        SCF
        RET
