; holds: a word by a byte, 24 bits
;! routine: RT
;! cpu: 8080
;! org: 0100H
;! in: DE = x, A = y
;! out: L = p.0, H = p.1, A = p.2
;! clobbers: B, C, F
;! ensures: p = x * y
RT:     LXI  H,0
        LXI  B,8
NEXT:   DAD  H
        RAL
        JNC  ZERO
        DAD  D
        ACI  0
ZERO:   DCR  C
        JNZ  NEXT
        RET
