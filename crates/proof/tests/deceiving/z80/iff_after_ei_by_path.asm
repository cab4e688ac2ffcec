; wrong: cycles differ by IFF, one number is stated
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, IFF
;! oracle: f2_half
;! cycles: 41
GO:     LD A,I
        JP PO,S
        NOP
S:      LD A,H
        LD H,L
        LD L,A
        RET
