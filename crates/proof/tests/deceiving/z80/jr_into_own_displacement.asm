; wrong: JR -1 executes its displacement FF as RST 38H, which leaves the sheet
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     LD A,H
        LD H,L
        LD L,A
        DB 18H,0FFH
        RET
