; wrong: XOR in the swapped state changes AF', which is not named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     EX AF,AF'
        XOR A
        LD A,H
        EX AF,AF'
        LD A,H
        LD H,L
        LD L,A
        RET
