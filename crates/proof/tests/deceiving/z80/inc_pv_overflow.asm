; holds: P/V after INC is set only for 80
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     INC H
        JP PE,S
        DEC H
        LD A,H
        LD H,L
        LD L,A
        RET
S:      LD A,H
        CP 80H
        JR NZ,NO
        LD H,L
        LD L,7FH
        RET
NO:     HALT
