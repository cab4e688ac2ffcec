; wrong: takes DD ED 6B for a load of IX
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: (BRD) = board
;! out: HL = board
;! clobbers: A, HL, IX
;! oracle: f2_half
BRD EQU 2000H
GO:     DB 0DDH,0EDH,06BH
        DW BRD
        LD A,IXL
        LD H,A
        LD A,IXH
        LD L,A
        RET
