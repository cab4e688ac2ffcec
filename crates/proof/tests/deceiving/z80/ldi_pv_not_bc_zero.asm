; wrong: P/V after LDI is 1 while BC is not 0; inverted
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: (OUTB) = board
;! clobbers: A, F, BC, DE, HL
;! oracle: f2_half
OUTB EQU 2000H
GO:     LD DE,OUTB+1
        LD BC,2
S:      LDI
        DEC DE
        DEC DE
        JP PO,S
        RET
