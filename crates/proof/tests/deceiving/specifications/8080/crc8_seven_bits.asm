; wrong: CRC-8: seven bits
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x, C = c
;! out: A = z
;! clobbers: F, B
;! ensures: z = fold(r = x ^ c, i in 0..8: low(r << 1) ^ (if r >= 80H then 07H else 0))
R:      XRA C
        MVI B,7
LP:     ADD A
        JNC SK
        XRI 7
SK:     DCR B
        JNZ LP
        RET
