; holds: the product has 16 bits
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: BC = x, DE = y
;! out: HL = p
;! clobbers: A, D, E, F
;! requires: x < 256 and y < 256
;! ensures: p = x * y
;! at: LOOP: A = n, DE = m, HL = s
;! invariant: 0 < n <= 16
;! invariant: m = (y << 16 - n) mod 65536
;! invariant: s = x * (y >> n)
;! decreases: n
R:      LXI  H,0
        MVI  A,16
LOOP:   DAD  H
        XCHG
        DAD  H
        XCHG
        JNC  ZERO
        DAD  B
ZERO:   DCR  A
        JNZ  LOOP
        RET
