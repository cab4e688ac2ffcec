; holds: does nothing if SP is below 0100, which is impossible with 256 bytes below it
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, DE
;! oracle: f2_half
GO:     EX DE,HL
        LD HL,0
        ADD HL,SP
        LD A,H
        OR A
        EX DE,HL
        RET Z
        LD A,H
        LD H,L
        LD L,A
        RET
