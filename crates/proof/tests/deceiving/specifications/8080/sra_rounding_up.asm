; wrong: arithmetic shift, rounding down: rounding up
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z
;! clobbers: F
;! ensures: signed(z) = -(-signed(x) / 2)
R:      RLC
        RRC
        RAR
        RET
