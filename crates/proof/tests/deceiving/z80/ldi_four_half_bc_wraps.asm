; holds: LDI with BC = 0 copies one byte and leaves FFFF
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: BC, DE, F, (TMP:4)
;! oracle: f4_half
TMP EQU 2000H
GO:     PUSH HL
        LD DE,TMP
        LD BC,0
        LDI
        LDI
        LDI
        LDI
        POP DE
        PUSH DE
        LD HL,TMP+2
        LDI
        LDI
        LD HL,TMP
        LDI
        LDI
        POP HL
        RET
