; wrong: CP 80H overflows for every A that is not negative
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        CP 80H
        JP PO,S
        LD A,L
        LD L,H
        LD H,A
        RET
S:      LD H,L
        RES 7,A
        LD L,A
        RET
