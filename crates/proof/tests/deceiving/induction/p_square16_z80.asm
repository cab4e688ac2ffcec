; holds: x * x to 32 bits
;! routine: RUN
;! cpu: z80
;! org: 0100H
;! in: DE = x
;! out: HL/DE = p
;! clobbers: A, B, C, F
;! ensures: p = x * x
;! at: LOOP: A = n, HL/DE = s
;! invariant: 0 < n <= 16
;! invariant: s = ((x mod (1 << n)) << 32 - n) + x * (x >> n)
;! decreases: n
RUN:    LD   B,D
        LD   C,E
        LD   HL,0
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
