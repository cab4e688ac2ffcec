; wrong: z_implies_chain
;! routine: RR
;! cpu: z80
;! org: 8000H
;! in: B = n, C = c
;! out: A = y
;! clobbers: B, C, D, E, F
;! requires: n > 0
;! ensures: y = 9
;! at: LOOP: B = i, D = p, E = q
;! invariant: 0 < i <= n
;! invariant: q = 1 implies p = 9
;! decreases: i
RR:     LD   DE,0
LOOP:   LD   E,C
        DJNZ LOOP
        LD   A,D
        RET
