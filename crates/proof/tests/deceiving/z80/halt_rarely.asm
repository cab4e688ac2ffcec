; wrong: HALT for one board only
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        CP 3
        JR NZ,S
        LD A,L
        CP 30H
        JR NZ,S
        HALT
S:      LD A,H
        LD H,L
        LD L,A
        RET
