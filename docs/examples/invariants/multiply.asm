; The product of two words. The multiplier leaves DE to the left while the product comes in from the right. After 16 - n rounds the
; high 16 - n bits of y have been used.
;! routine: MULTIPLY
;! cpu: z80
;! org: 8000H
;! in: BC = x, DE = y
;! out: HL/DE = product
;! clobbers: A, F
;! ensures: product = x * y
;! at: LOOP: A = n, HL/DE = both
;! invariant: 0 < n <= 16
;! invariant: both >> 32 - n = y mod (1 << n)
;! invariant: both mod (1 << 32 - n) = x * (y >> n)
;! decreases: n
MULTIPLY:
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
