; holds: INC L cannot carry if L is even, else INC HL
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, F
;! oracle: f2_half
GO:     LD A,(HL)
        BIT 0,L
        JR NZ,S
        INC L
        JR T
S:      INC HL
T:      LD B,(HL)
        LD (HL),A
        DEC HL
        LD (HL),B
        RET
