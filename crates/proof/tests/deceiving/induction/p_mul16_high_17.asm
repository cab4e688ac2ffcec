; wrong: seventeen rounds
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: BC = x, DE = y
;! out: HL = p
;! clobbers: A, D, E, F
;! ensures: p = x * y mod 65536
;! at: LOOP: A = n, DE = m, HL = s
;! invariant: 0 < n <= 17
;! invariant: m = (y << 17 - n) mod 65536
;! invariant: s = x * (y >> n) mod 65536
;! decreases: n
R:      LXI  H,0
        MVI  A,17
LOOP:   DAD  H
        XCHG
        DAD  H
        XCHG
        JNC  ZERO
        DAD  B
ZERO:   DCR  A
        JNZ  LOOP
        RET
