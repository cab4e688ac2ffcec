; holds: RET Z and RET NZ cover everything
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
        CP 3
        RET Z
        RET NZ
        HALT
