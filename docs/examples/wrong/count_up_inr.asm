;! routine: COUNT
;! cpu: 8080
;! org: 0100H
;! title: INR L instead of INX H: wrong across a page boundary
;! in: HL -> n:4
;! out: HL -> n
;! clobbers: B, H, L, Z, S, P, AC
;! ensures: n = (old(n) + 1) mod (1 << 32)
COUNT:  MVI  B,4
NEXT:   INR  M
        RNZ
        INR  L
        DCR  B
        JNZ  NEXT
        RET
