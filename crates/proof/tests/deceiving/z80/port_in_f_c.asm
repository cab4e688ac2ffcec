; wrong: IN F,(C) reads a port for one board only
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        CP 34H
        JR NZ,S
        LD A,L
        CP 12H
        JR NZ,S
        IN F,(C)
S:      LD A,H
        LD H,L
        LD L,A
        RET
