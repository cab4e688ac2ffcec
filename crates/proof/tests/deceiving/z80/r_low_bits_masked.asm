; holds: A from R is masked away entirely
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,R
        AND 0
        XOR H
        LD H,L
        LD L,A
        RET
