; wrong: OR A between POP AF and PUSH AF changes the return address
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC
;! oracle: f2_half
GO:     POP AF
        LD B,H
        LD H,L
        LD L,B
        OR A
        PUSH AF
        RET
