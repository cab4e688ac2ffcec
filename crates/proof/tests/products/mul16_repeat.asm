; holds: repeated addition
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: BC = x, DE = y
;! out: HL = p
;! clobbers: A, D, E, F
;! ensures: p = x * y mod 65536
;! at: LOOP: DE = n, HL = s
;! invariant: s = x * (y - n) mod 65536
;! decreases: n
R:      LXI  H,0
LOOP:   MOV  A,D
        ORA  E
        RZ
        DAD  B
        DCX  D
        JMP  LOOP
