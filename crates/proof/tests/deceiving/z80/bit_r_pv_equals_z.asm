; holds: P/V after BIT equals Z
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        BIT 5,A
        JP PE,S
        JR Z,NO
        JR T
S:      JR NZ,NO
T:      LD H,L
        LD L,A
        RET
NO:     HALT
