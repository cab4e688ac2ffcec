; holds: what was pushed is still below SP after POP
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, DE
;! oracle: f2_half
GO:     PUSH HL
        POP DE
        DEC SP
        DEC SP
        POP HL
        LD A,H
        LD H,L
        LD L,A
        RET
