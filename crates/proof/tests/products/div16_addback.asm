; holds: subtract until it is too much
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: HL = x, BC = d
;! out: DE = q, HL = r
;! clobbers: A, F
;! requires: d > 0
;! ensures: q = x / d and r = x mod d
;! at: LOOP: DE = n, HL = left
;! invariant: x = ((n + 1) mod 65536) * d + left
;! decreases: left
R:      LXI  D,0FFFFH
LOOP:   INX  D
        MOV  A,L
        SUB  C
        MOV  L,A
        MOV  A,H
        SBB  B
        MOV  H,A
        JNC  LOOP
        DAD  B
        RET
