; holds: EX (SP),HL puts HL on the stack and the caller's address into HL, and back
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, DE
;! oracle: f2_half
GO:     LD A,H
        EX (SP),HL
        EX (SP),HL
        LD H,L
        LD L,A
        RET
