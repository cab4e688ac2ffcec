; holds: 48 or 52 cycles by bit 0 of R
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
;! cycles: 48-52
GO:     LD A,R
        AND 1
        JP Z,S
        NOP
S:      LD A,H
        LD H,L
        LD L,A
        RET
