; holds: LDIR overwrites itself with the same bytes, one at a time
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, BC, DE, F
;! oracle: f2_half
GO:     LD DE,S
        PUSH HL
        LD HL,T
        LD BC,2
S:      LDIR
        POP HL
        LD A,H
        LD H,L
        LD L,A
        RET
T:      LDIR
