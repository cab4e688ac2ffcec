; holds: LDI, then DE two back, while P/V is 1
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
        JP PE,S
        RET
