; holds: P/V after ADC HL,HL is the carry XOR the new sign
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, DE
;! oracle: f2_half
GO:     LD D,H
        LD E,L
        OR A
        ADC HL,HL
        JP PE,S
        JR C,U
        JP M,NO
        JR T
U:      JP P,NO
        JR T
S:      JR C,V
        JP P,NO
        JR T
V:      JP M,NO
T:      LD H,E
        LD L,D
        RET
NO:     HALT
