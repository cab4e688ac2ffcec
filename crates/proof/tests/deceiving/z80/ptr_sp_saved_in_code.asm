; holds: SP is saved in the operand of LD SP,nn, which is named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, HL, (SAVE:2)
;! oracle: f2_half
GO:     LD (SAVE),SP
        LD SP,IX
        POP HL
        LD A,H
        LD H,L
        LD L,A
        PUSH HL
        LD SP,0
SAVE EQU $-2
        RET
