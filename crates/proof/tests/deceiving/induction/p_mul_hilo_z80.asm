; holds: the halves of the product
;! routine: RUN
;! cpu: z80
;! org: 0100H
;! in: BC = x, DE = y
;! out: DE = hi, HL = lo
;! clobbers: A, F
;! ensures: hi = x * y >> 16
;! ensures: lo = x * y mod 65536
;! at: LOOP: A = n, HL/DE = s
;! invariant: 0 < n <= 16
;! invariant: s = ((y mod (1 << n)) << 32 - n) + x * (y >> n)
;! decreases: n
RUN:    LD   HL,0
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
