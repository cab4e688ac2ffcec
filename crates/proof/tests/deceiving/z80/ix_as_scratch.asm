; wrong: IX is loaded with the board and not restored
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     PUSH HL
        POP IX
        LD A,IXH
        LD L,A
        LD A,IXL
        LD H,A
        RET
