; holds: the alternate set is changed and restored from the stack
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     EXX
        PUSH BC
        LD B,12
S:      DJNZ S
        POP BC
        EXX
        LD A,H
        LD H,L
        LD L,A
        RET
