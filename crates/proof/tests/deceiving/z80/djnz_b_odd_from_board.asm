; holds: an odd number of rounds for every L
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, F
;! oracle: f2_half
GO:     LD A,L
        OR 1
        LD B,A
S:      LD A,H
        LD H,L
        LD L,A
        DJNZ S
        RET
