; wrong: the early return also if the low byte of y is 0
;! routine: RUN
;! cpu: z80
;! org: 0100H
;! in: BC = x, DE = y
;! out: HL/DE = p
;! clobbers: A, F
;! ensures: p = x * y
;! at: LOOP: A = n, HL/DE = s
;! invariant: 0 < n <= 16
;! invariant: s mod (1 << 32 - n) = x * (y >> n)
;! invariant: s >> 32 - n = y mod (1 << n)
;! decreases: n
RUN:    LD   HL,0
        LD   A,E
        OR   A
        RET  Z
        LD   A,16
LOOP:   ADD  HL,HL
        RL   E
        RL   D
        JR   NC,NEXT
        ADD  HL,BC
        JR   NC,NEXT
        INC  DE
NEXT:   DEC  A
        JR   NZ,LOOP
        RET
