; holds: X and Y after LDI are bits 3 and 1 of A plus the byte
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
        AND 8
        XOR D
        LD D,A
        BIT 5,C
        LD A,D
        JR Z,S
        XOR 2
S:      AND 2
        XOR D
        LD D,A
        INC HL
        LD E,(HL)
        RET
