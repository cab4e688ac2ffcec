; reference: C after SUB
;! routine: RT
;! cpu: z80
;! org: 0100H
;! in: A = x, B = y
;! out: CY = z
;! clobbers: F, A
RT:     SUB B
        RET
