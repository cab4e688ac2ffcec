; holds: the square as the sum of odd numbers
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: B = x
;! out: HL = p
;! clobbers: A, B, D, E, F
;! ensures: p = x * x
;! at: LOOP: B = n, DE = odd, HL = s
;! invariant: n <= x
;! invariant: odd = 2 * (x - n) + 1
;! invariant: s = (x - n) * (x - n)
;! decreases: n
R:      LXI  H,0
        LXI  D,1
LOOP:   MOV  A,B
        ORA  A
        RZ
        DAD  D
        INX  D
        INX  D
        DCR  B
        JMP  LOOP
