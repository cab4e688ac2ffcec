; wrong: bits 0 and 1 of H, but the table has three entries
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC, IX
;! oracle: f2_half
GO:     PUSH HL
        LD A,H
        AND 3
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
S:      LD A,H
        LD H,L
        LD L,A
        RET
TAB:    DW S,S,S
