; holds: m is stated by its high bits
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: BC = x, DE = y
;! out: HL = p
;! clobbers: A, D, E, F
;! ensures: p mod 65536 = x * y mod 65536
;! at: LOOP: A = n, DE = m, HL = s
;! invariant: n >= 1
;! invariant: n <= 16
;! invariant: m / (1 << 16 - n) = y mod (1 << n) and m mod (1 << 16 - n) = 0
;! invariant: s = x * (y / (1 << n)) mod 65536
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
