; wrong: JR 80H jumps 126 bytes back, before the sheet
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     LD A,H
        DB 18H,80H
        DS 128,0
        LD H,L
        LD L,A
        RET
