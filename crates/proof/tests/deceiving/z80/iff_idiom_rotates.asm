; holds: SCF, RLCA, RRCA, CPL and ADD HL,HL leave P/V
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, IX
;! oracle: f2_half
GO:     LD A,I
        DI
        SCF
        LD A,H
        RLCA
        CPL
        RRCA
        CPL
        ADD IX,IX
        LD H,L
        LD L,A
        JP PO,S
        EI
S:      RET
