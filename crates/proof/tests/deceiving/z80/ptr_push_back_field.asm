; holds: the field is popped, exchanged and pushed back
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, HL, (SAVE:2)
;! oracle: f2_half
SAVE EQU 2000H
GO:     LD (SAVE),SP
        LD SP,IX
        POP HL
        LD A,H
        LD H,L
        LD L,A
        PUSH HL
        LD SP,(SAVE)
        RET
