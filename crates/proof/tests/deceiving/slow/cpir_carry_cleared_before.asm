; holds: OR A clears the carry, which CPIR and DEC leave
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: A = letter, HL -> board
;! out: A = position, CY = missing
;! clobbers: F, BC, HL
;! oracle: rotate_find
GO:     OR A
        LD BC,16
        CPIR
        JR NZ,NO
        LD A,17
S:      DEC A
        DEC C
        JP P,S
        RET
NO:     XOR A
        SCF
        RET
