; wrong: the carry of the addition is lost
;! routine: R
;! cpu: 6502
;! org: 0300H
;! in: A = x, (Y1:2) = y
;! out: (PROD:3) = p
;! clobbers: A, X, P, (X1:1)
;! ensures: p = x * y
;! at: LOOP: X = n, (PROD:3) = s, (X1:1) = m
;! invariant: 0 < n <= 8
;! invariant: m = x >> 8 - n
;! invariant: s >> n = y * (x mod (1 << 8 - n))
;! decreases: n
X1      = 80H
Y1      = 82H
PROD    = 84H
R:      STA X1
        LDA #0
        STA PROD
        STA PROD+1
        STA PROD+2
        LDX #8
LOOP:   LSR X1
        BCC EVEN
        CLC
        LDA PROD+1
        ADC Y1
        STA PROD+1
        LDA PROD+2
        ADC Y1+1
        STA PROD+2
EVEN:   LSR PROD+2
        ROR PROD+1
        ROR PROD
        DEX
        BNE LOOP
        RTS
