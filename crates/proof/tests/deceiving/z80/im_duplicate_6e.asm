; wrong: ED 6E is IM 0, no NOP
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     DB 0EDH,06EH
        LD A,H
        LD H,L
        LD L,A
        RET
