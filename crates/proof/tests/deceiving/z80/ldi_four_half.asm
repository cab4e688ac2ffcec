; holds: LDIR to scratch memory and back in two parts
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
        LD BC,4
        LDIR
        POP DE
        PUSH DE
        LD HL,TMP+2
        LD C,2
        LDIR
        LD HL,TMP
        LDI
        LDI
        POP HL
        RET
