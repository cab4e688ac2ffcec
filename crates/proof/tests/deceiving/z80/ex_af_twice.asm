; holds: EX AF,AF' twice restores both
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: none
;! oracle: f2_half
GO:     EX AF,AF'
        PUSH HL
        EX AF,AF'
        EX (SP),HL
        PUSH AF
        LD A,H
        LD H,L
        LD L,A
        POP AF
        INC SP
        INC SP
        RET
