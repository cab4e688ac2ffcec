; holds: DD before instructions that do not use HL does nothing
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
;! cycles: 34
GO:     DB 0DDH
        NOP
        LD A,H
        LD H,L
        LD L,A
        DB 0DDH
        RET
