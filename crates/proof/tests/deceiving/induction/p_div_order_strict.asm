; wrong: the product can be the number
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = x, DE = d
;! out: BC = q, HL = r
;! clobbers: A, F
;! requires: d > 0
;! ensures: q * d < x and r = x - q * d
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
        JMP  LOOP
