; holds: the multiplier from its lowest bit, the product moves right
;! routine: RT
;! cpu: z80
;! org: 8000H
;! in: C = x, E = y
;! out: BC = p
;! clobbers: A, D, F
;! ensures: p = x * y
RT:     LD   A,0
        LD   D,8
        SRL  C
NEXT:   JR   NC,ZERO
        ADD  A,E
ZERO:   RRA
        RR   C
        DEC  D
        JR   NZ,NEXT
        LD   B,A
        RET
