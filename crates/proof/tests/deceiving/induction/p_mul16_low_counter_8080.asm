; holds: with the shifted numbers
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: BC = x, DE = y
;! out: HL = p
;! clobbers: A, B, C, D, E, F, (CNT:1)
;! ensures: p = (x * y) mod 65536
;! at: LOOP: (CNT:1) = n, BC = a, DE = b, HL = s
;! invariant: 0 < n <= 16
;! invariant: a = (x << 16 - n) mod 65536
;! invariant: b = y >> 16 - n
;! invariant: s = (x * (y mod (1 << 16 - n))) mod 65536
;! decreases: n
R:      LXI  H,0
        MVI  A,16
        STA  CNT
LOOP:   XRA  A
        MOV  A,D
        RAR
        MOV  D,A
        MOV  A,E
        RAR
        MOV  E,A
        JNC  EVEN
        DAD  B
EVEN:   MOV  A,C
        ADD  A
        MOV  C,A
        MOV  A,B
        ADC  A
        MOV  B,A
        LDA  CNT
        DCR  A
        STA  CNT
        JNZ  LOOP
        RET
CNT:    DB   0
