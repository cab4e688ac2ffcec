; wrong: BC = 0 searches 65536 bytes
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: A = letter, HL -> board
;! out: A = position, CY = missing
;! clobbers: F, BC, HL
;! oracle: rotate_find
GO:     LD BC,0
        CPIR
        JR NZ,NO
        LD A,C
        NEG
        CP 17
        CCF
        RET NC
NO:     XOR A
        SCF
        RET
