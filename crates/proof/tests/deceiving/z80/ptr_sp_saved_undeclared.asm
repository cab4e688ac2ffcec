; wrong: SP is saved at 2000, which the header does not name
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, HL
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
