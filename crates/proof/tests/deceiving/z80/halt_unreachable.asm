; holds: HALT where H is FF and its sign is clear
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        CP 0FFH
        JR NZ,S
        AND A
        JP M,S
        HALT
S:      LD A,H
        LD H,L
        LD L,A
        RET
