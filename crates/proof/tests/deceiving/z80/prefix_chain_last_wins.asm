; holds: of DD FD DD FD only the last prefix counts: LD IYH,IYL
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IY = board
;! out: IY = board
;! clobbers: A
;! oracle: f2_half
;! cycles: 46
GO:     LD A,IYH
        DB 0DDH,0FDH,0DDH,0FDH
        LD H,L
        LD IYL,A
        RET
