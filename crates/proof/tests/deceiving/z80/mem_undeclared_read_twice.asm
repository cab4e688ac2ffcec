; holds: an undeclared byte is read twice and cancels
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, BC, F
;! oracle: f2_half
GO:     LD A,(3456H)
        LD B,A
        LD A,(3456H)
        XOR B
        XOR H
        LD H,L
        LD L,A
        RET
