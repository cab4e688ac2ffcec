; holds: two nested loops
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: BC = x, DE = y
;! out: HL = p
;! clobbers: A, B, C, D, E, F
;! ensures: p = x * y mod 65536
;! at: OUTER: DE = i, HL = s
;! invariant: s = x * (y - i) mod 65536
;! decreases: i, 1, 0
;! at: INNER: DE = i, BC = j, HL = s
;! invariant: i > 0
;! invariant: s = (x * (y - i) + x - j) mod 65536
;! decreases: i, 0, j
R:      LXI  H,0
OUTER:  MOV  A,D
        ORA  E
        RZ
        PUSH B
INNER:  MOV  A,B
        ORA  C
        JZ   DONE
        INX  H
        DCX  B
        JMP  INNER
DONE:   POP  B
        DCX  D
        JMP  OUTER
