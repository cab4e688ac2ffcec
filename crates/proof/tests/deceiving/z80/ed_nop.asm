; holds: ED 00, ED 77 and ED FF do nothing in 8 cycles each
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
;! cycles: 46
GO:     DB 0EDH,00H
        LD A,H
        DB 0EDH,077H
        LD H,L
        DB 0EDH,0FFH
        LD L,A
        RET
