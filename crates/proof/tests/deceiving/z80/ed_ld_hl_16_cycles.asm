; wrong: the long form of LD HL,(nn) takes 20 cycles
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: (BRD) = board
;! out: HL = board
;! clobbers: HL, A
;! oracle: f2_half
;! cycles: 38
BRD EQU 2000H
GO:     DB 0EDH,06BH
        DW BRD
        LD A,H
        LD H,L
        LD L,A
        RET
