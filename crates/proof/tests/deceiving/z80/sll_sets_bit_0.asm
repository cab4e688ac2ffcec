; holds: SLL shifts a 1 in; SRL restores the byte if its bit 7 was put back
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        SLL H
        JR C,S
        SRL H
        JR T
S:      SRL H
        SET 7,H
T:      LD H,L
        LD L,A
        RET
