; holds: DD before ED is ignored: loads HL, not IX
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: (BRD) = board
;! out: HL = board
;! clobbers: A, HL
;! oracle: f2_half
BRD EQU 2000H
GO:     DB 0DDH,0EDH,06BH
        DW BRD
        LD A,H
        LD H,L
        LD L,A
        RET
