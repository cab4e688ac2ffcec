; holds: H after ADD
;! routine: RT
;! cpu: z80
;! org: 0100H
;! in: A = x, B = y
;! out: HF = h
;! clobbers: F, A
;! ensures: h = (x mod 16 + y mod 16 >= 16)
RT:     ADD A,B
        RET
