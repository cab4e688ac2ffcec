; holds: CP 80H overflows if and only if A is not negative
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        CP 80H
        JP PO,S
        LD H,L
        LD L,A
        RES 7,L
        RET
S:      LD H,L
        LD L,A
        SET 7,L
        RET
