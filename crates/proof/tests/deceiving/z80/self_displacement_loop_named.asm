; wrong: the same loop if the displacement is named: it may begin at 1 or anything
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: HL = board
;! clobbers: A, F, B, HL, (DISP)
;! oracle: f2_half
GO:     LD B,2
S:      LD H,L
        LD L,(IX+0)
DISP EQU $-1
        LD A,(DISP)
        XOR 1
        LD (DISP),A
        DJNZ S
        RET
