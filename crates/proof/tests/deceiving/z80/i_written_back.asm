; holds: LD A,I, LD I,A leaves I as it was
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,I
        LD I,A
        LD A,H
        LD H,L
        LD L,A
        RET
