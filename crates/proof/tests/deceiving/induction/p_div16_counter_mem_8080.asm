; holds: restoring, separate quotient
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = x, BC = d
;! out: DE = q, HL = r
;! clobbers: A, F, (CNT:1), (QQ:2), (NN:2)
;! requires: d > 0
;! ensures: x = q * d + r and r < d
;! at: LOOP: (CNT:1) = n, (QQ:2) = k, (NN:2) = m, HL = left
;! invariant: 0 < n <= 16
;! invariant: m = (x << 16 - n) mod 65536
;! invariant: x >> n = k * d + left
;! invariant: left < d
;! decreases: n
R:      SHLD NN
        LXI  H,0
        SHLD QQ
        MVI  A,16
        STA  CNT
LOOP:   DAD  H
        SBB  A
        MOV  D,A
        PUSH D
        XCHG
        LHLD NN
        DAD  H
        SHLD NN
        XCHG
        POP  D
        JNC  ZERO
        INX  H
ZERO:   PUSH H
        LHLD QQ
        DAD  H
        SHLD QQ
        POP  H
        MOV  A,D
        ORA  A
        JNZ  FITS
        MOV  A,L
        SUB  C
        MOV  A,H
        SBB  B
        JC   NEXT
FITS:   MOV  A,L
        SUB  C
        MOV  L,A
        MOV  A,H
        SBB  B
        MOV  H,A
        PUSH H
        LHLD QQ
        INX  H
        SHLD QQ
        POP  H
NEXT:   LDA  CNT
        DCR  A
        STA  CNT
        JNZ  LOOP
        XCHG
        LHLD QQ
        XCHG
        RET
CNT:    DB   0
QQ:     DW   0
NN:     DW   0
