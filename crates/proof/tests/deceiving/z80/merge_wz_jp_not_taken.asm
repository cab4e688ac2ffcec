; holds here only: JP sets WZ to its target even if it is not taken
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: DE = board
;! clobbers: A, F, BC, HL
;! oracle: f2_half
GO:     LD B,(HL)
        LD A,(0800H)
        BIT 0,B
        JP Z,S
S:      BIT 0,(HL)
        PUSH AF
        INC HL
        LD E,(HL)
        LD D,B
        POP HL
        LD A,L
        AND 28H
        XOR D
        LD D,A
        RET
