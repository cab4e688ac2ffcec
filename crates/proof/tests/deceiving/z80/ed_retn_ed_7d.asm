; holds: ED 7D returns too, in 14 cycles
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
;! cycles: 26
GO:     LD A,H
        LD H,L
        LD L,A
        DB 0EDH,07DH
