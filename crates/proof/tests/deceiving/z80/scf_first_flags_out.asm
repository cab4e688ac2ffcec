; wrong: X after SCF as first instruction depends on Q and F: not preserved
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: CY, HF, N, A
;! oracle: f2_half
GO:     SCF
        LD A,H
        LD H,L
        LD L,A
        RET
