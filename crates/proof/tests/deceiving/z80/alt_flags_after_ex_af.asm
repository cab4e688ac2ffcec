; holds: F' is the flags of the swap, conditions use the new F
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, AF'
;! oracle: f2_half
GO:     XOR A
        EX AF,AF'
        LD A,1
        OR A
        EX AF,AF'
        JR NZ,NO
        EX AF,AF'
        JR Z,NO
        LD A,H
        LD H,L
        LD L,A
        RET
NO:     HALT
