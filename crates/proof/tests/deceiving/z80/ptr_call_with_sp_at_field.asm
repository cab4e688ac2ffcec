; wrong: CALL with SP in the field writes the return address below it
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, F, HL, (SAVE:2)
;! oracle: f2_half
SAVE EQU 2000H
GO:     LD (SAVE),SP
        LD SP,IX
        POP HL
        PUSH HL
        CALL SUB1
        POP AF
        PUSH HL
        LD SP,(SAVE)
        RET
SUB1:   LD A,H
        LD H,L
        LD L,A
        RET
