; wrong: bit 1 of F is N, which is unknown on entry, not always 1
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC
;! oracle: f2_half
GO:     PUSH AF
        POP BC
        LD A,C
        BIT 1,A
        LD A,H
        JR NZ,S
        LD A,L
S:      LD H,L
        LD L,A
        RET
