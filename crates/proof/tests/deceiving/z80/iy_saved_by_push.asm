; holds: IY is used and restored
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: none
;! oracle: f2_half
GO:     PUSH IY
        PUSH HL
        POP IY
        PUSH AF
        LD A,IYH
        LD L,A
        LD A,IYL
        LD H,A
        POP AF
        POP IY
        RET
