; holds here only: Z after LD A,R agrees with A, whatever R is
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,R
        JR Z,S
        OR A
        JR Z,NO
        JR T
S:      OR A
        JR NZ,NO
T:      LD A,H
        LD H,L
        LD L,A
        RET
NO:     HALT
