; wrong: IM 0, 1 or 2 by the board: the mode on entry is lost
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        LD H,L
        LD L,A
        RRCA
        JR C,S
        IM 0
        RET
S:      RRCA
        JR C,T
        IM 1
        RET
T:      IM 2
        RET
