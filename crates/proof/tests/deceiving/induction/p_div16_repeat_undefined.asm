; wrong: the quotient by 0 is not defined
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = x, DE = d
;! out: BC = q, HL = r
;! clobbers: A, F
;! ensures: q = x / d and r = x - q * d
;! at: LOOP: BC = n, HL = left
;! invariant: d > 0 and x = n * d + left
;! decreases: left
R:      LXI  B,0FFFFH
        MOV  A,D
        ORA  E
        RZ
        LXI  B,0
LOOP:   MOV  A,L
        SUB  E
        MOV  A,H
        SBB  D
        RC
        MOV  A,L
        SUB  E
        MOV  L,A
        MOV  A,H
        SBB  D
        MOV  H,A
        INX  B
        JMP  LOOP
