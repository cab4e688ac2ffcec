; wrong: one turn too few, right for products below 256
;! routine: RT
;! cpu: z80
;! org: 8000H
;! in: C = x, E = y
;! out: BC = p
;! clobbers: A, D, F
;! ensures: p = x * y
RT:     LD   A,0
        LD   D,7
        SRL  C
NEXT:   JR   NC,ZERO
        ADD  A,E
ZERO:   RRA
        RR   C
        DEC  D
        JR   NZ,NEXT
        LD   B,A
        RET
