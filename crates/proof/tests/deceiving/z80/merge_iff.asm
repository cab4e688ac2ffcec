; holds: DI on one path only; EI if that path was taken and IFF2 was 1
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC
;! oracle: f2_half
GO:     LD A,I
        PUSH AF
        POP BC
        BIT 0,H
        JR Z,S
        DI
S:      LD A,H
        BIT 0,H
        LD H,L
        LD L,A
        RET Z
        BIT 2,C
        RET Z
        EI
        RET
