; holds: n is an input and an output
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = n, DE = k
;! out: HL = n
;! clobbers: A, B, C, D, E, F
;! ensures: n = old(n) * k mod 65536
;! at: LOOP: BC = a, DE = b, HL = s
;! invariant: (s + a * b) mod 65536 = (n * k) mod 65536
;! decreases: b
R:      MOV  B,H
        MOV  C,L
        LXI  H,0
LOOP:   MOV  A,D
        ORA  E
        RZ
        MOV  A,D
        RAR
        MOV  D,A
        MOV  A,E
        RAR
        MOV  E,A
        JNC  EVEN
        DAD  B
EVEN:   XCHG
        PUSH H
        MOV  H,B
        MOV  L,C
        DAD  H
        MOV  B,H
        MOV  C,L
        POP  H
        XCHG
        JMP  LOOP
