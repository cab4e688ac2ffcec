; wrong: after a match in the first byte BC is 0, and CPDR goes on through 65536 bytes
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: A = letter, HL -> board
;! out: A = position, CY = missing
;! clobbers: F, BC, DE, HL
;! oracle: rotate_find
GO:     LD BC,15
        ADD HL,BC
        INC C
        LD E,0
S:      CPDR
        JR NZ,NO
        LD E,C
        INC E
        JR S
NO:     LD A,E
        CP 1
        RET
