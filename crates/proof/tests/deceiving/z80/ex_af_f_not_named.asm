; wrong: A' is named; XOR A between the two EX changes F' too
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A'
;! oracle: f2_half
GO:     EX AF,AF'
        XOR A
        XOR H
        LD H,L
        LD L,A
        EX AF,AF'
        RET
