; holds here only: JR before SCF on one path, NOP on the other: Q is 0 on both, X and Y are those of CP
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, DE
;! oracle: f2_half
GO:     XOR A
        BIT 0,H
        JR Z,S
        CP 28H
        NOP
T:      SCF
        PUSH AF
        POP DE
        LD A,E
        AND 28H
        XOR 28H
        XOR H
        LD H,L
        LD L,A
        RET
S:      CP 28H
        JR T
