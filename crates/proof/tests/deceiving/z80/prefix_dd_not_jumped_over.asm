; wrong: jumps to the DD prefix, so that the instruction is LD IXH,IXL
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     LD A,H
        JR S
        NOP
S:      DB 0DDH
        LD H,L
        LD L,A
        RET
