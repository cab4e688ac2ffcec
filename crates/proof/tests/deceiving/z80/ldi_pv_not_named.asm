; wrong: LDI changes P/V
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: DE = board
;! clobbers: A, HF, N, XF, YF, BC, DE, HL, (TMP:2)
;! oracle: f2_half
TMP EQU 2000H
GO:     LD DE,TMP
        LDI
        LDI
        LD DE,(TMP)
        LD A,E
        LD E,D
        LD D,A
        RET
