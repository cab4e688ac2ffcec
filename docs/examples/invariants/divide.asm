; The quotient and the remainder of two words. The number leaves BC to the left while the quotient comes in from the right.
;! routine: DIVIDE
;! cpu: z80
;! org: 8000H
;! in: BC = x, DE = d
;! out: BC = quotient, HL = rest
;! clobbers: A, F
;! requires: d > 0
;! ensures: quotient = x / d
;! ensures: rest = x mod d
;! at: LOOP: A = n, BC = both, HL = left
;! invariant: 0 < n <= 16
;! invariant: both >> 16 - n = x mod (1 << n)
;! invariant: x >> n = (both mod (1 << 16 - n)) * d + left
;! invariant: left < d
;! decreases: n
DIVIDE: LD   HL,0
        LD   A,16
LOOP:   SLA  C
        RL   B
        ADC  HL,HL
        SBC  HL,DE
        JR   NC,FITS
        ADD  HL,DE
        JR   NEXT
FITS:   INC  C
NEXT:   DEC  A
        JR   NZ,LOOP
        RET
