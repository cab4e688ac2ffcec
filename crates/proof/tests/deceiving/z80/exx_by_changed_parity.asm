; wrong: the second condition is a bit of another value: one EXX for some boards
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        AND A
        JP PE,S
        EXX
S:      LD A,L
        AND A
        JP PE,T
        EXX
T:      LD A,H
        LD H,L
        LD L,A
        RET
