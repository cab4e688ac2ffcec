; holds: the remainder of 16 bits never has 17 bits
;! routine: RUN
;! cpu: z80
;! org: 0100H
;! in: HL = x, DE = d
;! out: HL = q, BC = r
;! clobbers: A, F
;! requires: d > 0
;! ensures: q = x / d
;! ensures: r = x mod d
;! at: LOOP: A = n, HL = m, BC = left
;! invariant: n <= 16
;! invariant: m >> 16 - n = x mod (1 << n)
;! invariant: let k = m mod (1 << 16 - n) in x >> n = k * d + left and left < d
;! decreases: n
RUN:    LD   BC,0
        LD   A,16
LOOP:   OR   A
        RET  Z
        ADD  HL,HL
        RL   C
        RL   B
        PUSH HL
        LD   H,B
        LD   L,C
        OR   A
        SBC  HL,DE
        POP  HL
        JR   C,NEXT
FITS:   PUSH HL
        LD   H,B
        LD   L,C
        OR   A
        SBC  HL,DE
        LD   B,H
        LD   C,L
        POP  HL
        INC  HL
NEXT:   DEC  A
        JR   LOOP
