;! routine: COUNT
;! cpu: 8080
;! org: 0100H
;! title: Increments a number of four bytes
;! in: HL -> n:4
;! out: HL -> n
;! clobbers: B, H, L, Z, S, P, AC
;! ensures: n = (old(n) + 1) mod (1 << 32)
;! cycles: 28-157
COUNT:  MVI  B,4
NEXT:   INR  M
        RNZ
        INX  H
        DCR  B
        JNZ  NEXT
        RET
