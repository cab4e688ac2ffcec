; wrong: the quotient FFFF becomes 0
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = x, DE = d
;! out: BC = q, HL = r
;! clobbers: A, F
;! requires: d > 0
;! ensures: q = x / d and r = x mod d
;! at: LOOP: BC = n, HL = left
;! invariant: x = n * d + left
;! decreases: left
R:      LXI  B,0
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
        MOV  A,B
        ANA  C
        INR  A
        JNZ  LOOP
        MOV  B,A
        MOV  C,A
        JMP  LOOP
