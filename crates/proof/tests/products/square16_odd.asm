; holds: the square of a word modulo 65536 as the sum of odd numbers
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: HL = p
;! clobbers: A, B, C, D, E, F
;! ensures: p = x * x mod 65536
;! at: LOOP: BC = n, DE = odd, HL = s
;! invariant: n <= x
;! invariant: odd = (2 * (x - n) + 1) mod 65536
;! invariant: s = (x - n) * (x - n) mod 65536
;! decreases: n
R:      LXI  H,0
        LXI  D,1
LOOP:   MOV  A,B
        ORA  C
        RZ
        DAD  D
        INX  D
        INX  D
        DCX  B
        JMP  LOOP
