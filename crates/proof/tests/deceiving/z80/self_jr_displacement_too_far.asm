; wrong: for one board the target skips LD A,H
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, (DISP)
;! oracle: f2_half
GO:     LD A,H
        AND 3
        CP 3
        JR NZ,S
        DEC A
S:      LD (DISP),A
        JR $+2
DISP EQU $-1
        NOP
        LD A,H
        LD H,L
        LD L,A
        RET
