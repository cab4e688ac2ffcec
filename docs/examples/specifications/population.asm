;! routine: POPCNT
;! cpu: z80
;! org: 0100H
;! title: Counts the set bits of a byte
;! in: A = x
;! out: A = count
;! clobbers: B, C, F
;! ensures: count = popcount(x)
;! cycles: 243-251
POPCNT: LD   BC,0800H
NEXT:   RRCA
        JR   NC,ZERO
        INC  C
ZERO:   DJNZ NEXT
        LD   A,C
        RET
