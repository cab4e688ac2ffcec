; wrong: CPDR from the end finds the last of several equal letters
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: A = letter, HL -> board
;! out: A = position, CY = missing
;! clobbers: F, BC, HL
;! oracle: rotate_find
GO:     LD BC,15
        ADD HL,BC
        INC C
        CPDR
        JR NZ,NO
        LD A,C
        INC A
        OR A
        RET
NO:     XOR A
        SCF
        RET
