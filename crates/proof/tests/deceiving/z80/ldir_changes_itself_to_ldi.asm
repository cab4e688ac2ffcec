; wrong: the second byte becomes LDI after the copy of the first round; named, so unknown on entry
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, BC, DE, F, (S1)
;! oracle: f2_half
GO:     LD DE,S+1
        PUSH HL
        LD HL,T
        LD BC,8
S:      LDIR
        POP HL
        LD A,H
        LD H,L
        LD L,A
        RET
T:      DB 0A0H
S1 EQU S+1
