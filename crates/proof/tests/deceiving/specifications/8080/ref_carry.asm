; reference: the carry of doubling
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: CY = z
;! clobbers: F, A
R:      ADD A
        RET
