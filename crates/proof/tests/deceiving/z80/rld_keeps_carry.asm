; holds: RLD leaves the carry; all other flags are named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, Z, S, PV, HF, N, XF, YF, (TMP)
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
