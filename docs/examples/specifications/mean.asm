;! routine: MEAN
;! cpu: 8080
;! org: 0100H
;! title: Returns the average of two bytes, rounded down
;! in: A = x, B = y
;! out: A = z
;! clobbers: F
;! ensures: z = (x + y) / 2
;! cycles: 18
MEAN:   ADD  B
        RAR             ; the carry is bit 8 of the sum
        RET
