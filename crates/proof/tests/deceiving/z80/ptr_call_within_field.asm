; holds: CALL while the word is popped: the return address is written over the field itself, then replaced
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
        CALL SUB1
        PUSH HL
        LD SP,(SAVE)
        RET
SUB1:   LD A,H
        LD H,L
        LD L,A
        RET
