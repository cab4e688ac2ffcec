; wrong: B is unknown on entry, so is the number of rounds
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, F
;! oracle: f2_half
GO:     INC B
        INC B
S:      LD A,H
        LD H,L
        LD L,A
        DJNZ S
        RET
