;! routine: MEAN
;! cpu: 8080
;! org: 0100H
;! title: Loses the carry, which is bit 8 of the sum
;! in: A = x, B = y
;! out: A = z
;! clobbers: F
;! ensures: z = (x + y) / 2
MEAN:   ADD  B
        ORA  A          ; clears CY
        RAR
        RET
