; wrong: pops one return address too many for one board
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, DE, F
;! oracle: f2_half
GO:     LD A,H
        CP L
        JR NZ,S
        CP 9
        JR NZ,S
        POP DE
S:      LD A,H
        LD H,L
        LD L,A
        RET
