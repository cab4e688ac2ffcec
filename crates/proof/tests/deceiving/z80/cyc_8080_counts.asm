; wrong: 5 cycles for LD r,r are those of the 8080
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
;! cycles: 25
GO:     LD A,H
        LD H,L
        LD L,A
        RET
