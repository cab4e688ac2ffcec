; wrong: LDIR up by two within the field repeats the first two bytes
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: BC, DE, F, (TMP:2)
;! oracle: f4_half
TMP EQU 2000H
GO:     PUSH HL
        INC HL
        INC HL
        LD E,(HL)
        INC HL
        LD D,(HL)
        LD (TMP),DE
        POP HL
        PUSH HL
        LD D,H
        LD E,L
        INC DE
        LD BC,3
        LDIR
        POP DE
        PUSH DE
        LD HL,TMP
        LD C,2
        LDIR
        POP HL
        RET
