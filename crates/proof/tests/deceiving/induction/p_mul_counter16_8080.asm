; holds: the counter has 16 bits
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = x, (YY:2) = y
;! out: HL = p
;! clobbers: A, B, C, D, E, F, (YY:2), (CNT:2)
;! ensures: p = x * y mod 65536
;! at: LOOP: (CNT:2) = n, (YY:2) = m, HL = s
;! invariant: 0 < n <= 16
;! invariant: m = (y << 16 - n) mod 65536
;! invariant: s = (x * (y >> n)) mod 65536
;! decreases: n
R:      XCHG
        LXI  H,16
        SHLD CNT
        LXI  H,0
LOOP:   DAD  H
        PUSH H
        LHLD YY
        DAD  H
        SHLD YY
        POP  H
        JNC  ZERO
        DAD  D
ZERO:   PUSH H
        LHLD CNT
        DCX  H
        SHLD CNT
        MOV  A,H
        ORA  L
        POP  H
        JNZ  LOOP
        RET
YY:     DW   0
CNT:    DW   0
