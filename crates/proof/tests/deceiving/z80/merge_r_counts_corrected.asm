; unproven: the difference of two reads of R, less one if bit 0 of H took the longer path
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, B
;! oracle: f2_half
GO:     LD A,R
        LD B,A
        BIT 0,H
        JR Z,S
        NOP
S:      LD A,R
        SUB B
        AND 7FH
        SUB 6
        BIT 0,H
        JR Z,T
        DEC A
T:      ADD A,H
        LD H,L
        LD L,A
        RET
