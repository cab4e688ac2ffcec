; holds: RST 8 calls a routine of the sheet
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     RST 8
        LD L,A
        RET
        ORG 0008H
        LD A,H
        LD H,L
        RET
