; holds: INI after a condition that is never true
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     XOR A
        JR Z,S
        INI
        OUT (1),A
S:      LD A,H
        LD H,L
        LD L,A
        RET
