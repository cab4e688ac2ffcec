; wrong: DAA depends on H, N and the carry on entry
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,0
        DAA
        ADD A,H
        LD H,L
        LD L,A
        RET
