; wrong: F as the low byte of the return address decides the path
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     POP AF
        PUSH AF
        JR C,S
        LD A,H
        LD H,L
        LD L,A
S:      RET
