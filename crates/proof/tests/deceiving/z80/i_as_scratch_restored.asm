; holds: I keeps H while its own value is on the stack
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,I
        PUSH AF
        LD A,H
        LD I,A
        LD H,L
        LD A,I
        LD L,A
        POP AF
        LD I,A
        RET
