; wrong: no run satisfies the invariant
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = x, DE = d
;! out: BC = q, HL = r
;! clobbers: A, F
;! requires: d > 0
;! ensures: q = x / d and r = x mod d
;! at: LOOP: BC = n, HL = left
;! invariant: x = n * d + left and n * d > 65535
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
        DCX  B
        JMP  LOOP
