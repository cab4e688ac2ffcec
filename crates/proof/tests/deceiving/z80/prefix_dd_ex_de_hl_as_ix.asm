; wrong: takes DD EX DE,HL for an exchange of DE and IX
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: DE = board
;! out: HL = board
;! clobbers: A, DE, IX
;! oracle: f2_half
GO:     DB 0DDH
        EX DE,HL
        LD A,IXL
        LD H,A
        LD A,IXH
        LD L,A
        RET
