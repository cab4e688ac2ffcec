; wrong: the carry after NEG is 0 only for 0, it is not the sign
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        NEG
        JR C,S
        LD A,L
        LD H,L
        LD L,A
        RET
S:      NEG
        JP P,T
        XOR 80H
        XOR 80H
T:      LD H,L
        AND 7FH
        LD L,A
        RET
