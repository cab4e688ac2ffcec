; wrong: if H = L it returns without restoring
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,I
        PUSH AF
        DI
        LD A,H
        CP L
        JR Z,E1
        LD H,L
        LD L,A
        POP AF
        JP PO,S
        EI
S:      RET
E1:     POP AF
        RET
