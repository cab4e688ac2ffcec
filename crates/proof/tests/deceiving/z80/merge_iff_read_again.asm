; wrong: after DI on one path LD A,I gives 0 there, the state before is lost
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     BIT 0,H
        JR Z,S
        DI
S:      LD A,I
        LD A,H
        LD H,L
        LD L,A
        RET PO
        EI
        RET
