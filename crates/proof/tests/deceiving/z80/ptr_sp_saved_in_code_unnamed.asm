; wrong: the operand of LD SP,nn is left changed and is not named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, HL
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
