; holds: a division by 0 gives FFFF
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = x, DE = d
;! out: BC = q, HL = r
;! clobbers: A, F
;! ensures: d > 0 implies x = q * d + r and r < d
;! ensures: d = 0 implies q = 65535
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
