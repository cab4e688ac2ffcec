; wrong: the subtraction has a carry
;! routine: RUN
;! cpu: z80
;! org: 0100H
;! in: BC = x, DE = d
;! out: BC = q, HL = r
;! clobbers: A, F
;! requires: d <> 0
;! ensures: x - r = d * q and r < d
;! at: LOOP: A = n, BC = m, HL = left
;! invariant: 0 < n <= 16 and left < d
;! invariant: m >> 16 - n = x mod (1 << n)
;! invariant: left = (x >> n) - d * (m mod (1 << 16 - n))
;! decreases: n
RUN:    LD   HL,0
        LD   A,16
LOOP:   SLA  C
        RL   B
        ADC  HL,HL
        SCF
        SBC  HL,DE
        JR   NC,FITS
        ADD  HL,DE
        JR   NEXT
FITS:   INC  C
NEXT:   DEC  A
        JR   NZ,LOOP
        RET
