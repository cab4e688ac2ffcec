; unproven: writes named scratch memory at an index from SP's low byte
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, DE, F, (TEMP:256)
;! oracle: f2_half
GO:     EX DE,HL
        LD HL,0
        ADD HL,SP
        LD H,20H
        LD (HL),0
        LD L,D
        LD H,E
        RET
TEMP EQU 2000H
