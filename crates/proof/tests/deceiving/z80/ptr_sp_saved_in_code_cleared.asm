; holds: the operand of LD SP,nn is set back to 0 before the return
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, HL, DE
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
        LD DE,0
        LD (SAVE),DE
        RET
