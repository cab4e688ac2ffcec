; wrong: an undocumented ED instruction takes 8 cycles, not 4
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
;! cycles: 26
GO:     DB 0EDH,00H
        LD A,H
        LD H,L
        LD L,A
        RET
