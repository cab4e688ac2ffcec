; wrong: JP (IX) with single steps of the index: the second entry is a displacement
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC, IX
;! oracle: f2_half
GO:     LD A,H
        AND 1
        LD C,A
        LD B,0
        LD IX,TAB
        ADD IX,BC
        JP (IX)
TAB:    JR S
        JR T
S:      LD A,H
        LD H,L
        LD L,A
        RET
T:      LD A,L
        LD L,H
        LD H,A
        RET
