; holds: BC = 0 is skipped
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC, DE, (TMP:4)
;! oracle: f2_half
TMP EQU 2000H
GO:     LD (TMP),HL
        LD A,L
        AND 3
        JR Z,S
        SRL A
        JR Z,S
        LD C,A
        LD B,0
        LD HL,TMP
        LD DE,TMP+2
        LDIR
S:      LD HL,(TMP)
        LD A,H
        LD H,L
        LD L,A
        RET
