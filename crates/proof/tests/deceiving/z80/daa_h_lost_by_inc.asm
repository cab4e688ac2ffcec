; wrong: INC clears H, so that DAA does not add 6 to 13
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,9
        ADD A,9
        INC A
        DAA
        SUB 19H
        ADD A,H
        LD H,L
        LD L,A
        RET
