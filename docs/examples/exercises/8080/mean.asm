;! routine: MEAN
;! cpu: 8080
;! org: 0100H
;! title: Returns the average of two bytes, rounded down
;! in: A = x, B = y
;! out: A = z
;! clobbers: B, C, D, E, H, L, F
;! ensures: z = (x + y) / 2
; Where is bit 8 of the sum?
MEAN:
        ; Your instructions come here.
        RET
