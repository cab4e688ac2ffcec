; wrong: ED 71 is OUT (C),0, not a NOP
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     LD A,H
        DB 0EDH,071H
        LD H,L
        LD L,A
        RET
