; wrong: z_two_same_text
;! routine: RR
;! cpu: z80
;! org: 8000H
;! in: B = n, C = m
;! out: A = y
;! clobbers: B, C, D, E, F
;! requires: n > 0 and m > 0
;! ensures: y = 1
;! at: L1: B = i, D = flag
;! invariant: 0 < i
;! invariant: all(k in 0..8: k < i implies bit(flag, 0))
;! decreases: 1, i
;! at: L2: C = i, E = flag
;! invariant: 0 < i
;! invariant: all(k in 0..8: k < i implies bit(flag, 0))
;! decreases: 0, i
RR:     LD   D,1
        LD   E,0
L1:     DJNZ L1
L2:     DEC  C
        JR   NZ,L2
        LD   A,E
        AND  1
        RET
