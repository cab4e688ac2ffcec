; holds: the address is loaded from a table of words, pushed and taken by RET
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC, IX
;! oracle: f2_half
GO:     PUSH HL
        LD A,H
        AND 1
        ADD A,A
        LD C,A
        LD B,0
        LD HL,TAB
        ADD HL,BC
        LD C,(HL)
        INC HL
        LD B,(HL)
        POP HL
        PUSH BC
        RET
TAB:    DW S,T
S:      LD A,H
        LD H,L
        LD L,A
        RET
T:      LD A,L
        LD L,H
        LD H,A
        RET
