; wrong: the displacement is 0 in the sheet, but named: unknown on entry
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, B, (DISP)
;! oracle: f2_half
GO:     LD B,(IX+0)
DISP EQU $-1
        LD A,(IX+1)
        LD (IX+0),A
        LD (IX+1),B
        LD A,1
        LD (DISP),A
        RET
