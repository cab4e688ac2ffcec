; wrong: takes Y after LDI for bit 5 of the byte; it is bit 1 of the sum with A
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: DE = board
;! clobbers: A, F, BC, DE, HL, (TMP)
;! oracle: f2_half
TMP EQU 2000H
GO:     LD DE,TMP
        LD BC,1
        XOR A
        LDI
        PUSH AF
        POP BC
        DEC HL
        LD D,(HL)
        LD A,D
        XOR C
        AND 20H
        XOR D
        LD D,A
        INC HL
        LD E,(HL)
        RET
