; holds: DJNZ with B = 0 runs 256 times, an even number of exchanges and one more
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B
;! oracle: f2_half
GO:     LD B,0
S:      LD A,H
        LD H,L
        LD L,A
        DJNZ S
        LD A,H
        LD H,L
        LD L,A
        RET
