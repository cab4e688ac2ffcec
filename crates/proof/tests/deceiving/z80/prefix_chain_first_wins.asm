; wrong: the chain FD DD selects IX, and IY is left half done
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IY = board
;! out: IY = board
;! clobbers: A, IX
;! oracle: f2_half
GO:     LD A,IYH
        DB 0FDH,0DDH
        LD H,L
        LD IYL,A
        RET
