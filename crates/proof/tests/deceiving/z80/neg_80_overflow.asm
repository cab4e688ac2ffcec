; holds: NEG of 80 is 80 and overflows, nothing else does
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        NEG
        JP PO,S
        CP 80H
        JR NZ,NO
S:      NEG
        LD H,L
        LD L,A
        RET
NO:     HALT
