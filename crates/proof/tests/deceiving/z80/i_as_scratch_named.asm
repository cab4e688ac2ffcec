; holds: I is named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, I
;! oracle: f2_half
GO:     LD A,H
        LD I,A
        LD H,L
        LD A,I
        LD L,A
        RET
