; holds: LD A,I and LD I,A take 9 cycles
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
;! cycles: 40
GO:     LD A,I
        LD I,A
        LD A,H
        LD H,L
        LD L,A
        RET
