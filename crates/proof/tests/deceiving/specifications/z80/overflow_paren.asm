; holds: PV after ADD
;! routine: RT
;! cpu: z80
;! org: 0100H
;! in: A = x, B = y
;! out: PV = v
;! clobbers: F, A
;! ensures: v = (not -128 <= signed(x) + signed(y) <= 127)
RT:     ADD A,B
        RET
