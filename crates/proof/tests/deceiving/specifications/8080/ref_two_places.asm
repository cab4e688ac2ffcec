; reference: z in two places, which differ for 80
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = z, B = z
;! clobbers: F
R:      MOV B,A
        CPI 80H
        RNZ
        INR B
        RET
