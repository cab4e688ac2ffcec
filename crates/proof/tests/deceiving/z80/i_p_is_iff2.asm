; wrong: P/V after LD A,I is IFF2, not the parity of I
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, I
;! oracle: f2_half
GO:     LD A,H
        AND A
        LD I,A
        JP PE,EVEN
        LD A,I
        JP PE,NO
        JR S
EVEN:   LD A,I
        JP PO,NO
S:      LD A,H
        LD H,L
        LD L,A
NO:     RET
