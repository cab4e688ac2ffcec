; wrong: RES 0,(IX+0),B also writes B, which is not named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, F, C
;! oracle: f2_half
GO:     BIT 0,(IX+0)
        JR NZ,S
        RES 0,(IX+0),B
S:      LD A,(IX+0)
        LD C,(IX+1)
        LD (IX+0),C
        LD (IX+1),A
        RET
