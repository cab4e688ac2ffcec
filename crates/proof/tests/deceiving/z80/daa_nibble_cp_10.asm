; wrong: CP 11 leaves digit A as 11H
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC
;! oracle: f2_half
GO:     LD A,H
        AND 0FH
        LD C,A
        ADD A,90H
        DAA
        ADC A,40H
        DAA
        SUB 30H
        CP 18
        JR C,S
        SUB 7
S:      XOR C
        XOR H
        LD H,L
        LD L,A
        RET
