; holds: XOR A leaves X and Y 0; SCF after it takes them from A alone
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     XOR A
        SCF
        PUSH AF
        EX (SP),HL
        LD A,L
        POP HL
        AND 28H
        ADD A,H
        LD H,L
        LD L,A
        RET
