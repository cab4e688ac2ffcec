; holds: SP is put at the field, EX (SP),HL exchanges it as a whole
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: HL = board
;! clobbers: A, HL, (SAVE:2)
;! oracle: f2_half
SAVE EQU 2000H
GO:     LD (SAVE),SP
        LD SP,IX
        POP HL
        LD SP,(SAVE)
        LD A,H
        LD H,L
        LD L,A
        RET
