; holds: LD SP,IX takes 10 cycles, LD (nn),SP and LD SP,(nn) 20
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: HL = board
;! clobbers: A, HL, (SAVE:2)
;! oracle: f2_half
;! cycles: 82
SAVE EQU 2000H
GO:     LD (SAVE),SP
        LD SP,IX
        POP HL
        LD SP,(SAVE)
        LD A,H
        LD H,L
        LD L,A
        RET
