; wrong: the invariant says nothing of small multiplicands
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: BC = x, DE = y
;! out: HL = p
;! clobbers: A, D, E, F
;! ensures: p = x * y mod 65536
;! at: LOOP: A = n, DE = m, HL = s
;! invariant: 0 < n <= 16
;! invariant: m = (y << 16 - n) mod 65536
;! invariant: x > 2 implies s = x * (y >> n) mod 65536
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
