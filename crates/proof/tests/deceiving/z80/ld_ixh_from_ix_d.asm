; wrong: takes DD 66 d for a load of IXH
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: HL = board
;! clobbers: HL, A
;! oracle: f2_half
GO:     DB 0DDH,066H,0
        DB 0DDH,06EH,1
        LD A,IXH
        LD H,A
        LD A,IXL
        LD L,A
        RET
