; holds: the number of rounds is unknown, the loop does nothing
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B
;! oracle: f2_half
GO:     DJNZ GO
        LD A,H
        LD H,L
        LD L,A
        RET
