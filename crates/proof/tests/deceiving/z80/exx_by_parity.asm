; holds: two EXX on one path, none on the other
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        AND A
        JP PE,S
        EXX
S:      PUSH AF
        POP AF
        JP PE,T
        EXX
T:      LD A,H
        LD H,L
        LD L,A
        RET
