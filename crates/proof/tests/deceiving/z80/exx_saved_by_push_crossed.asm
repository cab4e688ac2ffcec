; wrong: pushed in the alternate set, popped in the main one
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, BC
;! oracle: f2_half
GO:     EXX
        PUSH BC
        LD B,12
S:      DJNZ S
        EXX
        POP BC
        LD A,H
        LD H,L
        LD L,A
        RET
