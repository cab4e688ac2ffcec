; holds: 7 + 5 cycles and 12: both paths take the same time
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
;! cycles: 50
GO:     LD A,H
        AND A
        JR NZ,S
        RET NZ
        LD H,L
        LD L,A
        JR T
S:      LD H,L
        LD L,A
        JR T
T:      RET
