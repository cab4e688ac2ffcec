; holds here only: R counts from 7F to 00, bit 7 stays
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, R
;! oracle: f2_half
GO:     LD A,0FFH
        LD R,A
        LD A,R
        SUB 81H
        ADD A,H
        LD H,L
        LD L,A
        RET
