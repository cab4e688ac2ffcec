; holds: INC IXL suffices, as the sheet is within a page
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, DE
;! oracle: f2_half
GO:     CALL SUB1
        DB 76H
        LD H,L
        LD L,A
        RET
SUB1:   LD A,H
        EX (SP),IX
        INC IXL
        EX (SP),IX
        RET
