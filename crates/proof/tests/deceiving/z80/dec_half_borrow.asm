; holds: H after DEC is set if the low digit became F
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC
;! oracle: f2_half
GO:     LD A,H
        DEC A
        PUSH AF
        POP BC
        AND 0FH
        CP 0FH
        JR Z,S
        BIT 4,C
        JR NZ,NO
        JR T
S:      BIT 4,C
        JR Z,NO
T:      LD A,H
        LD H,L
        LD L,A
        RET
NO:     HALT
