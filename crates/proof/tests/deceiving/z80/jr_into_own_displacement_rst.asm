; holds: JR -1 executes its displacement as RST 38H; the sheet has code there, which drops the return address
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     LD A,H
        LD H,L
        LD L,A
        DB 18H,0FFH
        ORG 0038H
        INC SP
        INC SP
        RET
