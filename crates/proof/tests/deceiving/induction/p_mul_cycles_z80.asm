; holds: with cycles
;! routine: RUN
;! cpu: z80
;! org: 0100H
;! in: BC = x, DE = y
;! out: HL = p
;! clobbers: A, D, E, F
;! cycles: 950-1046
;! ensures: p = x * y mod 65536
;! at: LOOP: A = n, DE = m, HL = s
;! invariant: 0 < n <= 16
;! invariant: m = (y << 16 - n) mod 65536
;! invariant: s = x * (y >> n) mod 65536
;! decreases: n
;! remaining: 58 * n + 5, 64 * n + 5
RUN:    LD   HL,0
        LD   A,16
LOOP:   ADD  HL,HL
        EX   DE,HL
        ADD  HL,HL
        EX   DE,HL
        JR   NC,ZERO
        ADD  HL,BC
ZERO:   DEC  A
        JR   NZ,LOOP
        RET
