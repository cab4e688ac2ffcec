; holds here only: JR sets WZ to its target, so both paths have the same WZ in the high byte
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: DE = board
;! clobbers: A, F, BC, HL
;! oracle: f2_half
GO:     LD B,(HL)
        BIT 0,B
        JR Z,S
        LD A,(0800H)
        JR T
S:      LD A,(0000H)
        JR T
T:      BIT 0,(HL)
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
