; holds: 16 x 16 -> 32 bits on the zero page
;! routine: R
;! cpu: 6502
;! org: 0300H
;! in: (X1:2) = x, (Y1:2) = y
;! out: (PROD:4) = p
;! clobbers: A, X, Y, P, (Y1:2)
;! ensures: p = x * y
;! at: LOOP: X = n, (PROD:4) = s, (Y1:2) = m
;! invariant: 0 < n <= 16
;! invariant: m = y >> 16 - n
;! invariant: s = x * (y mod (1 << 16 - n)) << n
;! decreases: n
X1      = 80H
Y1      = 82H
PROD    = 84H
R:      LDA #0
        STA PROD
        STA PROD+1
        STA PROD+2
        STA PROD+3
        LDX #16
LOOP:   LSR Y1+1
        ROR Y1
        BCC EVEN
        LDA PROD+2
        CLC
        ADC X1
        STA PROD+2
        LDA PROD+3
        ADC X1+1
        STA PROD+3
EVEN:   ROR PROD+3
        ROR PROD+2
        ROR PROD+1
        ROR PROD
        DEX
        BNE LOOP
        RTS
