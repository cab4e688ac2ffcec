; wrong: IM 2 for one board only
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,L
        XOR 77H
        JR NZ,S
        LD A,H
        CP 12H
        JR NZ,S
        IM 2
S:      LD A,H
        LD H,L
        LD L,A
        RET
