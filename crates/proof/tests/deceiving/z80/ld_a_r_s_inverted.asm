; wrong: bit 7 of R is cleared if S was set
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,R
        JP P,S
        XOR A
        LD R,A
        JR T
S:      LD A,80H
        LD R,A
T:      LD A,H
        LD H,L
        LD L,A
        RET
