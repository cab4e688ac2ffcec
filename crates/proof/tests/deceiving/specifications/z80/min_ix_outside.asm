; wrong: least of three: outside
;! routine: RT
;! cpu: z80
;! org: 0100H
;! in: IX -> t:3
;! out: A = m
;! clobbers: F
;! ensures: m = min(t[0], t[1], t[2])
RT:     LD A,(IX+0)
        CP (IX+1)
        JR C,S1
        LD A,(IX+1)
S1:     CP (IX+2)
        RET C
        LD A,(IX+3)
        RET
