; wrong: takes P/V after INC for the parity
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, B
;! oracle: f2_half
GO:     INC H
        JP PE,S
        DEC H
        LD A,H
        AND A
        LD A,H
        LD H,L
        LD L,A
        RET
S:      DEC H
        LD A,H
        INC A
        AND A
        JP PO,NO
        DEC A
        LD H,L
        LD L,A
        RET
NO:     HALT
