; wrong: WZ differs by the path, and with it X after BIT 0,(HL)
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
        LD DE,(0FFEH)
T:      BIT 0,(HL)
        PUSH AF
        INC HL
        LD E,(HL)
        LD D,B
        POP HL
        LD A,L
        AND 8
        XOR D
        LD D,A
        RET
