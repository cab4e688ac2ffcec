; holds: RES, SET and their copies change no flag
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, B
;! oracle: f2_half
GO:     LD A,(IX+0)
        SET 3,(IX+0),B
        RES 3,(IX+0),B
        SET 0,B
        LD B,(IX+1)
        LD (IX+0),B
        LD (IX+1),A
        RET
