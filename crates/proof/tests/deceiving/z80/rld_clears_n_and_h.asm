; wrong: RLD clears N and H, which are not named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, Z, S, PV, XF, YF, (TMP)
;! oracle: f2_turn
TMP EQU 2000H
GO:     PUSH HL
        INC HL
        LD A,(HL)
        LD HL,TMP
        LD (HL),A
        RLD
        POP HL
        RLD
        INC HL
        RLD
        DEC HL
        RET
