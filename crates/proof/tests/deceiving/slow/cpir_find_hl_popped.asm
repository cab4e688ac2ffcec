; holds: HL is pushed and popped; POP changes no flag
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: A = letter, HL -> board
;! out: A = position, CY = missing
;! clobbers: F, BC
;! oracle: rotate_find
GO:     PUSH HL
        LD BC,16
        CPIR
        POP HL
        JR NZ,NO
        LD A,16
        SUB C
        RET
NO:     XOR A
        SCF
        RET
