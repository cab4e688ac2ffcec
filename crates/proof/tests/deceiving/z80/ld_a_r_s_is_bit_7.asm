; holds here only: S after LD A,R is bit 7 of R, both paths keep it
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,R
        JP M,S
        XOR A
        LD R,A
        JR T
S:      LD A,80H
        LD R,A
T:      LD A,H
        LD H,L
        LD L,A
        RET
