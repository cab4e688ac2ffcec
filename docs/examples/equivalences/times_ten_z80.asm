;! routine: TIMES10
;! cpu: z80
;! org: 0100H
;! title: Multiplies a byte by ten with shifts
;! in: A = x
;! out: HL = y
;! clobbers: D, E, F
;! same-as: times_ten_old.asm
;! cycles: 73
TIMES10:LD   L,A
        LD   H,0
        ADD  HL,HL
        LD   D,H
        LD   E,L
        ADD  HL,HL
        ADD  HL,HL
        ADD  HL,DE
        RET
