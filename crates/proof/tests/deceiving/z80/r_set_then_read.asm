; holds here only: after LD R,A the counting is known: 0 and two fetches
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, R
;! oracle: f2_half
GO:     XOR A
        LD R,A
        LD A,R
        SUB 2
        ADD A,H
        LD H,L
        LD L,A
        RET
