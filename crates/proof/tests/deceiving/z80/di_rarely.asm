; wrong: DI for one board only
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,L
        CP 21H
        JR NZ,S
        LD A,H
        CP 43H
        JR NZ,S
        DI
S:      LD A,H
        LD H,L
        LD L,A
        RET
