; wrong: ED 4F is LD R,A and clears bit 7 of R, no undocumented NOP
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     LD A,0
        DB 0EDH,04FH
        LD A,H
        LD H,L
        LD L,A
        RET
