; holds: LDIR becomes LDI by its own copy, which goes on with the next instruction; changed back
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, BC, DE, F
;! oracle: f2_half
GO:     LD DE,S+1
        PUSH HL
        LD HL,T
        LD BC,8
S:      LDIR
        LD A,0B0H
        LD (S+1),A
        POP HL
        LD A,H
        LD H,L
        LD L,A
        RET
T:      DB 0A0H,3EH
