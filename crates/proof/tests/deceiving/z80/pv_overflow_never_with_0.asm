; holds: adding 0 never overflows
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        ADD A,0
        JP PE,S
        LD H,L
        LD L,A
        RET
S:      HALT
