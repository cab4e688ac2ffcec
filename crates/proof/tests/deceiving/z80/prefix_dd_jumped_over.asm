; holds: jumps to the byte after a DD prefix, so that the instruction is LD H,L
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     LD A,H
        JR S+1
S:      LD IXH,IXL
        LD L,A
        RET
