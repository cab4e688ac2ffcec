;! routine: POPCNT
;! cpu: z80
;! org: 0100H
;! title: Changes B, which the header does not list
;! in: A = x
;! out: A = count
;! clobbers: C, F
;! ensures: count = popcount(x)
POPCNT: LD   BC,0800H
NEXT:   RRCA
        JR   NC,ZERO
        INC  C
ZERO:   DJNZ NEXT
        LD   A,C
        RET
