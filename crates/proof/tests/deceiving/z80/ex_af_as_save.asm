; holds: A and F are saved in AF' and loaded back
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: AF'
;! oracle: f2_half
GO:     EX AF,AF'
        LD A,H
        LD H,L
        LD L,A
        EX AF,AF'
        RET
