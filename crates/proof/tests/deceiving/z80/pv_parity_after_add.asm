; wrong: takes P/V after ADD for the parity, as on the 8080
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,7FH
        ADD A,1
        JP PE,NO
        LD A,H
        LD H,L
        LD L,A
NO:     RET
