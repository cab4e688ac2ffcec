; holds: 16 x 16 -> 32 bits, the product moves right
;! routine: RUN
;! cpu: z80
;! org: 0100H
;! in: BC = x, DE = y
;! out: HL = hi, DE = lo
;! clobbers: A, F
;! ensures: hi * 65536 + lo = x * y
;! at: LOOP: A = n, HL = h, DE = l
;! invariant: 0 < n <= 16
;! invariant: (h * 65536 + l) >> n = x * (y mod (1 << 16 - n))
;! invariant: l mod (1 << n) = y >> 16 - n
;! decreases: n
RUN:    LD   HL,0
        LD   A,16
LOOP:   BIT  0,E
        JR   Z,EVEN
        ADD  HL,BC
        JR   SHIFT
EVEN:   OR   A
SHIFT:  RR   H
        RR   L
        RR   D
        RR   E
        DEC  A
        JR   NZ,LOOP
        RET
